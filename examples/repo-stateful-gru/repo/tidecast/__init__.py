from tidecast.data import TideWindows, synthetic_tide
from tidecast.model import StatefulGRU

__all__ = ["StatefulGRU", "TideWindows", "synthetic_tide"]
