"""The computer player, which sees what a player sees and nothing else."""
