import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

from tidecast.data import TideWindows, synthetic_tide
from tidecast.model import StatefulGRU


def fit(model, level, epochs=2, batch_size=16, lr=1e-3):
    """Trains in the order of time and returns the mean loss of every epoch."""
    loader = DataLoader(TideWindows(level), batch_size=batch_size, shuffle=False)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    criterion = nn.MSELoss()
    history = []
    for _ in range(epochs):
        model.reset()
        total = 0.0
        for window, target in loader:
            optimizer.zero_grad()
            loss = criterion(model(window), target)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(target)
        history.append(total / len(loader.dataset))
    return history


def main():
    parser = argparse.ArgumentParser(description="Train on a synthetic tide.")
    parser.add_argument("--hours", type=int, default=248)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    for epoch, loss in enumerate(fit(StatefulGRU(), synthetic_tide(args.hours), args.epochs, args.batch_size)):
        print(f"epoch {epoch} loss {loss:.4f}")


if __name__ == "__main__":
    main()
