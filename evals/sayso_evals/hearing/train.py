"""Trains the tagger from labelled rows: the same rows give the same weights on the same machine.

python evals/sayso_evals/hearing/train.py ROWS.jsonl.gz OUT.npz [TEST.jsonl.gz PREDICTED.jsonl]

Needs PyTorch (`make train` brings a build for plain processors); nothing of it is needed to run the tagger. The script
stands alone, so that it also runs on a machine that has PyTorch and nothing of Sayso: it reads the pieces of words by
their file.
"""

import argparse
import gzip
import importlib.util
import json
import os
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

WIDTH, LAYERS, HEADS, LONGEST = 96, 3, 4, 49
EPOCHS = int(os.environ.get("EPOCHS", "8"))
BATCH, RATE = 256, 2e-3
_HERE = Path(__file__).resolve()


def _pieces() -> Any:
    path = next(p / "src/sayso/engine/read/pieces.py" for p in _HERE.parents if (p / "src/sayso").exists())
    spec = importlib.util.spec_from_file_location("pieces", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PIECES = _pieces()


class Layer(nn.Module):
    """One layer of attention."""

    def __init__(self, width: int, heads: int, drop: float) -> None:
        super().__init__()
        self.heads = heads
        self.first = nn.LayerNorm(width)
        self.attend = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.second = nn.LayerNorm(width)
        self.widen = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)
        self.drop = nn.Dropout(drop)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The next representation of every word."""
        count, length, width = x.shape
        parts = self.attend(self.first(x)).view(count, length, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        x = x + self.drop(self.out(seen.transpose(1, 2).reshape(count, length, width)))
        return x + self.drop(self.narrow(functional.relu(self.widen(self.second(x)))))


class Net(nn.Module):
    """Words as sums of their pieces, some layers of attention; what is asked for, which act, and one tag a word."""

    def __init__(self, intents: int, acts: int, tags: int, drop: float = 0.15) -> None:
        super().__init__()
        self.pieces = nn.Embedding(PIECES.BUCKETS, WIDTH, padding_idx=0)
        nn.init.normal_(self.pieces.weight, std=0.3)
        with torch.no_grad():
            self.pieces.weight[0].zero_()  # where a word has no more pieces
        self.places = nn.Embedding(LONGEST, WIDTH)
        self.whole = nn.Parameter(torch.zeros(WIDTH))
        self.layers = nn.ModuleList(Layer(WIDTH, HEADS, drop) for _ in range(LAYERS))
        self.last = nn.LayerNorm(WIDTH)
        self.intent = nn.Linear(2 * WIDTH, intents)
        self.act = nn.Linear(2 * WIDTH, acts)
        self.tag = nn.Linear(WIDTH, tags)
        self.drop = nn.Dropout(drop)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Scores of intents, acts and tags."""
        count, length, _ = ids.shape
        many = (ids > 0).sum(-1, keepdim=True).clamp(min=1)
        x = self.pieces(ids).sum(2) / many.sqrt()
        x = torch.cat([self.whole.expand(count, 1, -1), x], 1)
        x = self.drop(x + self.places(torch.arange(length + 1, device=ids.device)))
        seen = torch.cat([torch.ones(count, 1, dtype=torch.bool, device=ids.device), mask], 1)
        for layer in self.layers:
            x = layer(x, seen[:, None, None, :])
        x = self.last(x)
        words = x[:, 1:] * mask[..., None]
        mean = words.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        whole = self.drop(torch.cat([x[:, 0], mean], -1))
        return self.intent(whole), self.act(whole), self.tag(self.drop(x[:, 1:]))


def batch(rows: list[dict[str, Any]], device: str, forget: float, chance: random.Random) -> tuple[Any, Any]:
    """The pieces of a batch; while training some words are forgotten, so that the others must do."""
    length = max(len(r["w"]) for r in rows)
    ids = np.zeros((len(rows), length, PIECES.AT_MOST), np.int64)
    mask = np.zeros((len(rows), length), bool)
    for i, row in enumerate(rows):
        for j, (word, known) in enumerate(zip(row["w"], row["f"], strict=True)):
            found = _cached(word, known)
            if forget and chance.random() < forget:
                found = found[1:]
            if forget and chance.random() < forget / 5:
                found = found[-2:]
            ids[i, j, : len(found)] = found
            mask[i, j] = True
    return torch.from_numpy(ids).to(device), torch.from_numpy(mask).to(device)


_KNOWN: dict[tuple[str, str], list[int]] = {}


def _cached(word: str, known: str) -> list[int]:
    found = _KNOWN.get((word, known))
    if found is None:
        found = _KNOWN[word, known] = PIECES.pieces(word, known.split())
    return found


def load(path: str) -> list[dict[str, Any]]:
    """The rows of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def train(rows: list[dict[str, Any]], device: str) -> tuple[Net, dict[str, list[str]]]:
    """The trained net, and what its scores stand for."""
    labels = {
        "intents": sorted({y for r in rows for y in r["y"]}),
        "acts": sorted({r["a"] for r in rows if r["a"]}),
        "tags": ["O", *sorted({g for r in rows if r["g"] for g in r["g"]} - {"O"})],
    }
    at = {kind: {name: i for i, name in enumerate(names)} for kind, names in labels.items()}
    torch.manual_seed(0)
    chance = random.Random(0)
    net = Net(len(labels["intents"]), len(labels["acts"]), len(labels["tags"])).to(device)
    steps = EPOCHS * (len(rows) // BATCH + 1)
    learner = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.05)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, RATE, total_steps=steps + 1, pct_start=0.08)
    begun = time.time()
    for epoch in range(EPOCHS):
        chance.shuffle(rows)
        net.train()
        total = 0.0
        for k in range(0, len(rows), BATCH):
            part = rows[k : k + BATCH]
            ids, mask = batch(part, device, 0.1, chance)
            allowed = torch.zeros(len(part), len(labels["intents"]))
            acts = torch.full((len(part),), -100)
            tags = torch.full(mask.shape, -100)
            for i, row in enumerate(part):
                allowed[i, [at["intents"][y] for y in row["y"]]] = 1.0
                acts[i] = at["acts"].get(row["a"], -100)
                if row["g"]:
                    tags[i, : len(row["g"])] = torch.tensor([at["tags"][g] for g in row["g"]])
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                intent, act, tag = net(ids, mask)
            share = functional.log_softmax(intent.float(), -1)
            wanted = torch.logsumexp(share.masked_fill(allowed.to(device) == 0, -1e4), -1)
            loss = -(0.97 * wanted + 0.03 * share.mean(-1)).mean()
            if bool((acts >= 0).any()):
                loss = loss + 0.5 * functional.cross_entropy(act.float(), acts.to(device), ignore_index=-100)
            if bool((tags >= 0).any()):
                loss = loss + functional.cross_entropy(tag.float().transpose(1, 2), tags.to(device), ignore_index=-100)
            learner.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            learner.step()
            pace.step()
            total += loss.item()
        print(epoch, round(total / (len(rows) / BATCH), 4), f"{time.time() - begun:.0f} s", flush=True)
    return net, labels


def save(net: Net, labels: dict[str, list[str]], path: str) -> None:
    """The weights: pieces in 8 bits with a scale for each, the rest in 16."""
    out: dict[str, Any] = {f"labels.{kind}": np.array(names) for kind, names in labels.items()}
    for name, tensor in net.state_dict().items():
        value = tensor.float().cpu().numpy()
        if name == "pieces.weight":
            scale = np.maximum(np.abs(value).max(1), 1e-6) / 127
            out[name] = np.round(value / scale[:, None]).astype(np.int8)
            out["pieces.scale"] = scale.astype(np.float16)
        else:
            out[name] = value.astype(np.float16)
    np.savez_compressed(path, **out)


def predict(net: Net, labels: dict[str, list[str]], rows: list[dict[str, Any]], path: str, device: str) -> None:
    """What the net says about other rows."""
    net.eval()
    with torch.no_grad(), open(path, "w", encoding="utf-8") as out:
        for k in range(0, len(rows), 512):
            part = rows[k : k + 512]
            ids, mask = batch(part, device, 0.0, random.Random(0))
            intent, act, tag = net(ids, mask)
            shares, acts, tags = intent.float().softmax(-1).cpu(), act.argmax(-1).cpu(), tag.argmax(-1).cpu()
            for i, row in enumerate(part):
                best = int(shares[i].argmax())
                said = {
                    "id": row.get("id"),
                    "y": labels["intents"][best],
                    "p": float(shares[i][best]),
                    "a": labels["acts"][int(acts[i])],
                    "g": [labels["tags"][int(g)] for g in tags[i][: len(row["w"])]],
                }
                out.write(json.dumps(said, ensure_ascii=False) + "\n")


def main() -> None:
    """Train, and try."""
    options = argparse.ArgumentParser()
    options.add_argument("rows")
    options.add_argument("out")
    options.add_argument("test", nargs="?")
    options.add_argument("predicted", nargs="?")
    chosen = options.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.use_deterministic_algorithms(device == "cpu")
    rows = load(chosen.rows)
    print(len(rows), device, flush=True)
    net, labels = train(rows, device)
    save(net, labels, chosen.out)
    if chosen.test:
        predict(net, labels, load(chosen.test), chosen.predicted, device)


if __name__ == "__main__":
    main()
