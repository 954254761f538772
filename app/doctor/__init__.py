"""`banqi doctor`: looks at everything a server needs and says what is wrong and what to do."""
