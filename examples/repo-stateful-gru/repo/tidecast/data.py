import math

import torch
from torch.utils.data import Dataset


def synthetic_tide(hours, noise=0.05, seed=0):
    """Water level in metres, one value per hour: the lunar and the solar tide plus noise."""
    generator = torch.Generator().manual_seed(seed)
    t = torch.arange(hours, dtype=torch.float32)
    level = 1.8 * torch.sin(2 * math.pi * t / 12.42) + 0.6 * torch.sin(2 * math.pi * t / 12.0)
    return level + noise * torch.randn(hours, generator=generator)


class TideWindows(Dataset):
    """Windows of `length` hours; the target is the hour after the window."""

    def __init__(self, level, length=24):
        self.level = level
        self.length = length

    def __len__(self):
        return len(self.level) - self.length

    def __getitem__(self, index):
        window = self.level[index : index + self.length]
        return window.unsqueeze(-1), self.level[index + self.length]
