"""What pytest leaves out: the source of a module that runs compiled is not what is imported.

`tests/native/test_examples.py` runs the examples of these modules in either form.
"""

from arena.native.form import is_compiled
from arena.native.modules import MODULES
from arena.native.record import source_path

collect_ignore = [source_path(module) for module in MODULES if is_compiled(module)]
