"""What a user can mend: the command line ends with its message and no traceback."""


class UserMistake(Exception):  # noqa: N818 - whose mistake it is matters most
    """Something the user can mend; the message says what and where."""
