"""One series at a table: views, questions, answers, faults, and the drivers that ask the bots."""
