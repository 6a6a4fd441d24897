"""The reference bots. They come through the same entry points as a stranger's."""
