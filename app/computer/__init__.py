"""The computer at the table: engines in processes of their own, asked over the line protocol."""
