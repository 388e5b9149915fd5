"""Trains the tagger from labelled rows: the same rows give the same weights on the same machine.

python evals/sayso_evals/hearing/train.py ROWS.jsonl.gz OUT.npz [TEST.jsonl.gz PREDICTED.jsonl]

A small net learns more from the mean opinion of larger ones than from the rows alone (knowledge distillation): train
some with another SEED each, a larger WIDTH and `--opinions FILE`, then the small one with `--teachers FILE…`.

Needs PyTorch (`make train` brings a build for plain processors); nothing of it is needed to run the tagger. The script
stands alone, so that it also runs on a machine that has PyTorch and nothing of Sayso: it reads the pieces of words by
their file.
"""

import argparse
import gzip
import importlib.util
import json
import math
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

WIDTH, LAYERS = int(os.environ.get("WIDTH", "128")), int(os.environ.get("LAYERS", "3"))
WIDEN, HEADS, LONGEST = int(os.environ.get("WIDEN", "4")), 4, int(os.environ.get("LONGEST", "48")) + 1
EPOCHS, SEED = int(os.environ.get("EPOCHS", "13")), int(os.environ.get("SEED", "1"))
BATCH, FORGET = int(os.environ.get("BATCH", "256")), 0.1
RATE = float(os.environ.get("RATE", "2e-3"))
DROP = float(os.environ.get("DROP", "0.15"))
TAUGHT = float(os.environ.get("TAUGHT", "0.7"))  # how much the teachers' opinion counts beside what the rows say
SHARPER = float(os.environ.get("SHARPER", "1.15"))  # a net that was taught by others is right more often than sure
WARM, AVERAGED, LOW = 0.08, float(os.environ.get("AVERAGED", "0.6")), 0.2
_HERE = Path(__file__).resolve()


def _pieces() -> Any:
    path = next(p / "src/sayso/engine/read/pieces.py" for p in _HERE.parents if (p / "src/sayso").exists())
    sys.path.insert(0, str(path.parents[3]))  # what it is made of, which needs nothing that is installed
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
        self.widen = nn.Linear(width, WIDEN * width)
        self.narrow = nn.Linear(WIDEN * width, width)
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
        self.pieces = nn.EmbeddingBag(PIECES.BUCKETS, WIDTH, mode="sum", padding_idx=0)
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
        spoken = ids[mask]
        words = self.pieces(spoken) / (spoken > 0).sum(-1, keepdim=True).clamp(min=1).sqrt()
        x = torch.zeros(count, length, WIDTH, device=ids.device, dtype=words.dtype)
        x[mask] = words
        x = torch.cat([self.whole.expand(count, 1, -1).to(x.dtype), x], 1)
        x = self.drop(x + self.places(torch.arange(length + 1, device=ids.device)))
        seen = torch.cat([torch.ones(count, 1, dtype=torch.bool, device=ids.device), mask], 1)
        for layer in self.layers:
            x = layer(x, seen[:, None, None, :])
        x = self.last(x)
        words = x[:, 1:] * mask[..., None]
        mean = words.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        whole = self.drop(torch.cat([x[:, 0], mean], -1))
        return self.intent(whole), self.act(whole), self.tag(self.drop(x[:, 1:]))


def pieces_of(rows: list[dict[str, Any]], device: str) -> torch.Tensor:
    """The pieces of every word of every row, nought where there is none."""
    length = max(len(r["w"]) for r in rows)
    ids = np.zeros((len(rows), length, PIECES.AT_MOST), np.int16)
    known: dict[tuple[str, str], list[int]] = {}
    for i, row in enumerate(rows):
        for j, key in enumerate(zip(row["w"], row["f"], strict=True)):
            found = known.get(key)
            if found is None:
                found = known[key] = PIECES.pieces(key[0], key[1].split())
            ids[i, j, : len(found)] = found
    return torch.from_numpy(ids).to(device)


def forgotten(ids: torch.Tensor) -> torch.Tensor:
    """While training some words are half forgotten, so that the others must do."""
    shape, device = ids.shape[:2], ids.device
    ids = ids.clone()
    ids[..., 0][torch.rand(shape, device=device) < FORGET] = 0
    dim = torch.rand(shape, device=device) < FORGET / 5
    return ids.masked_fill(dim[..., None] & (torch.rand(ids.shape, device=device) < 0.8), 0)


def load(path: str) -> list[dict[str, Any]]:
    """The rows of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Wanted:
    """What the rows say: which intents are right, which act, one tag a word; and which tags go with which intent."""

    def __init__(self, rows: list[dict[str, Any]], labels: dict[str, list[str]], device: str) -> None:
        at = {kind: {name: i for i, name in enumerate(names)} for kind, names in labels.items()}
        intents = np.zeros((len(rows), len(labels["intents"])), bool)
        acts = np.full(len(rows), -100, np.int64)
        tags = np.full((len(rows), max(len(r["w"]) for r in rows)), -100, np.int64)
        beside = np.zeros((len(labels["intents"]), len(labels["tags"])), np.int64)
        for i, row in enumerate(rows):
            ways = [at["intents"][y] for y in row["y"]]
            intents[i, ways] = True
            acts[i] = at["acts"].get(row["a"], -100)
            if row["g"]:
                found = [at["tags"][g] for g in row["g"]]
                tags[i, : len(found)] = found
                for tag in found:
                    beside[ways, tag] += 1
        self.intents, self.acts, self.tags = (torch.from_numpy(a).to(device) for a in (intents, acts, tags))
        self.beside = (beside > 0.002 * beside.sum(1, keepdims=True)) | (np.arange(beside.shape[1]) == 0)


class Opinions:
    """What teachers say of every row: the shares of intents and acts, and of tags, word after word of all rows."""

    def __init__(self, paths: list[str], rows: list[dict[str, Any]], device: str) -> None:
        total: dict[str, torch.Tensor] = {}
        for path in paths:
            for name, value in np.load(path).items():
                share = torch.from_numpy(value).to(device).half() / len(paths)
                total[name] = total[name] + share if name in total else share
        self.intents, self.acts, self.tags = total["intents"], total["acts"], total["tags"]
        lengths = torch.tensor([len(r["w"]) for r in rows])
        if len(self.intents) != len(rows) or len(self.tags) != int(lengths.sum()):
            raise SystemExit(f"{', '.join(paths)}: opinions about other rows than these")
        self._starts = (lengths.cumsum(0) - lengths).to(device)

    def tags_of(self, some: torch.Tensor, longest: int) -> torch.Tensor:
        """The shares of the tags of some rows; beyond the end of a row there stands what nobody asks for."""
        at = self._starts[some][:, None] + torch.arange(longest, device=some.device)
        return self.tags[at.clamp(max=len(self.tags) - 1)].float()


def opinions(net: Net, rows: list[dict[str, Any]], path: str, device: str) -> None:
    """Writes what the net says of every row."""
    net.eval()
    said: dict[str, list[Any]] = {"intents": [], "acts": [], "tags": []}
    pieces = pieces_of(rows, device)
    with torch.no_grad():
        for k in range(0, len(rows), 1024):
            ids = pieces[k : k + 1024].long()
            mask = (ids > 0).any(-1)
            intent, act, tag = net(ids, mask)
            for name, scores in (("intents", intent), ("acts", act), ("tags", tag[mask])):
                said[name].append(scores.float().softmax(-1).half().cpu().numpy())
    with open(path, "wb") as file:
        np.savez(file, **{name: np.concatenate(parts) for name, parts in said.items()})


def go_on(net: Net, labels: dict[str, Any], path: str) -> None:
    """Begins with weights that were trained before, whose scores stand for the same."""
    known = np.load(path)
    if any(list(known[f"labels.{kind}"]) != names for kind, names in labels.items()):
        raise SystemExit(f"{path}: other intents, acts or tags than the rows; train from the beginning")
    weights = {name: torch.from_numpy(known[name].astype(np.float32)) for name in net.state_dict()}
    weights["pieces.weight"] *= torch.from_numpy(known["pieces.scale"].astype(np.float32))[:, None]
    net.load_state_dict(weights)


def with_words_of(net: Net, path: str) -> None:
    """Takes over what the words of another net weigh, and learns only what to make of them."""
    known = np.load(path)
    weight = known["pieces.weight"] * known["pieces.scale"].astype(np.float32)[:, None]
    with torch.no_grad():
        net.pieces.weight.copy_(torch.from_numpy(weight))
    net.pieces.weight.requires_grad = False


def train(rows: list[dict[str, Any]], device: str, chosen: argparse.Namespace) -> tuple[Net, dict[str, Any]]:
    """The trained net, and what its scores stand for."""
    labels: dict[str, Any] = {
        "intents": sorted({y for r in rows for y in r["y"]}),
        "acts": sorted({r["a"] for r in rows if r["a"]}),
        "tags": ["O", *sorted({g for r in rows if r["g"] for g in r["g"]} - {"O"})],
    }
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    net = Net(len(labels["intents"]), len(labels["acts"]), len(labels["tags"]), DROP).to(device)
    if chosen.start is not None:
        go_on(net, labels, chosen.start)
    if chosen.words is not None:
        with_words_of(net, chosen.words)
    pieces, wanted = pieces_of(rows, device), Wanted(rows, labels, device)
    taught = Opinions(chosen.teachers, rows, device) if chosen.teachers else None
    lengths = torch.tensor([len(r["w"]) for r in rows])
    steps = EPOCHS * len(_batches(lengths, torch.Generator().manual_seed(SEED)))
    learner = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.05)
    pace = torch.optim.lr_scheduler.LambdaLR(learner, lambda step: _pace(step / steps))
    mean, begun, done = Mean(net), time.time(), 0
    for epoch in range(EPOCHS):
        net.train()
        total = torch.zeros((), device=device)
        for batch in _batches(lengths, chance):
            longest, some = int(lengths[batch].max()), batch.to(device)
            loss = _loss(net, pieces[some, :longest], (wanted, taught, some))
            learner.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            learner.step()
            pace.step()
            total += loss.detach()
            done += 1
            if done > AVERAGED * steps:
                mean.add(net)
        print(epoch, round(float(total) / (len(rows) / BATCH), 4), f"{time.time() - begun:.0f} s", flush=True)
    labels["beside"] = wanted.beside
    mean.put_into(net)
    return net, labels


class Mean:
    """The mean of the weights over the last part of the training: one net's chance opinions even out, as those of
    several nets would, at the price of one."""

    def __init__(self, net: Net) -> None:
        self._sums = {name: torch.zeros_like(value) for name, value in net.state_dict().items()}
        self._count = 0

    def add(self, net: Net) -> None:
        """The weights as they are now."""
        self._count += 1
        for name, value in net.state_dict().items():
            self._sums[name] += (value - self._sums[name]) / self._count

    def put_into(self, net: Net) -> None:
        """The mean, in the place of the last weights."""
        if self._count:
            net.load_state_dict(self._sums)


def _pace(share: float) -> float:
    """How fast is learnt after a share of the steps: warming up, slowing down, then at an even low pace."""
    if share < WARM:
        return max(share / WARM, 0.01)
    fallen = min((share - WARM) / (AVERAGED - WARM), 1.0)
    return LOW + (1 - LOW) * (1 + math.cos(math.pi * fallen)) / 2


def _batches(lengths: torch.Tensor, chance: torch.Generator) -> list[torch.Tensor]:
    """All rows in a new order, those of about one length together, so that little is spent on empty places."""
    order = torch.randperm(len(lengths), generator=chance)
    alike = [some[lengths[some].argsort(stable=True)] for some in order.split(64 * BATCH)]
    batches = [batch for some in alike for batch in some.split(BATCH)]
    return [batches[i] for i in torch.randperm(len(batches), generator=chance).tolist()]


def _loss(net: Net, ids: torch.Tensor, told: tuple[Wanted, Opinions | None, torch.Tensor]) -> torch.Tensor:
    """How far a batch is from what its rows say, and from what the teachers say of them."""
    wanted, taught, some = told
    mask = (ids > 0).any(-1)
    ids = forgotten(ids.long())
    with torch.autocast(ids.device.type, dtype=torch.bfloat16, enabled=ids.device.type == "cuda"):
        intent, act, tag = net(ids, mask)
    share = functional.log_softmax(intent.float(), -1)
    right = torch.logsumexp(share.masked_fill(~wanted.intents[some], -1e4), -1)
    loss = -(0.97 * right + 0.03 * share.mean(-1)).mean()
    acts, tags = wanted.acts[some], wanted.tags[some, : ids.shape[1]]
    loss = loss + 0.5 * _mean(functional.cross_entropy(act.float(), acts, ignore_index=-100, reduction="sum"), acts)
    scores = tag.float().transpose(1, 2)
    loss = loss + _mean(functional.cross_entropy(scores, tags, ignore_index=-100, reduction="sum"), tags)
    if taught is None:
        return loss
    far = _far(share, taught.intents[some].float()).mean()
    acting, tagged = acts >= 0, tags >= 0
    far = far + 0.5 * _mean(
        _far(functional.log_softmax(act.float(), -1), taught.acts[some].float())[acting].sum(), acts
    )
    told_tags = _far(functional.log_softmax(tag.float(), -1), taught.tags_of(some, ids.shape[1]))
    return (1 - TAUGHT) * loss + TAUGHT * (far + _mean(told_tags[tagged].sum(), tags))


def _far(share: torch.Tensor, opinion: torch.Tensor) -> torch.Tensor:
    return -(opinion * share).sum(-1)


def _mean(total: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return total / (labels >= 0).sum().clamp(min=1)


def save(net: Net, labels: dict[str, Any], path: str, has_own_words: bool = True) -> None:
    """The weights: pieces in 8 bits with a scale for each, the rest in 16. Of a net with the words of another one these
    are left out, and its layers are kept in 8 bits, too."""
    out: dict[str, Any] = {f"labels.{kind}": np.array(names) for kind, names in labels.items()}
    kept = {n: t for n, t in net.state_dict().items() if has_own_words or n != "pieces.weight"}
    for name, value in ((name, tensor.float().cpu().numpy()) for name, tensor in kept.items()):
        if name == "pieces.weight" or (not has_own_words and name.startswith("layers.") and value.ndim > 1):
            scale = np.maximum(np.abs(value).max(1), 1e-6) / 127
            out[name] = np.round(value / scale[:, None]).astype(np.int8)
            out[name.replace(".weight", ".scale")] = scale.astype(np.float16)
        else:
            out[name] = value.astype(np.float16)
    np.savez(path, **out)  # not compressed: little is gained by it, and every start would pay for it


def predict(net: Net, labels: dict[str, Any], rows: list[dict[str, Any]], path: str, device: str) -> None:
    """What the net says about other rows."""
    net.eval()
    with torch.no_grad(), open(path, "w", encoding="utf-8") as out:
        for k in range(0, len(rows), 512):
            part = rows[k : k + 512]
            ids = pieces_of(part, device).long()
            intent, act, tag = net(ids, (ids > 0).any(-1))
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
    options.add_argument("--start", help="go on from these weights: a quick try of some more sentences")
    options.add_argument("--opinions", help="also write here what the net says of every row, for a smaller one")
    options.add_argument("--words", help="take the words of these weights, and train only what is made of them")
    options.add_argument("--teachers", nargs="+", help="learn from these opinions, too")
    chosen = options.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.use_deterministic_algorithms(device == "cpu")
    rows = [row for row in load(chosen.rows) if len(row["w"]) < LONGEST]
    print(len(rows), device, flush=True)
    net, labels = train(rows, device, chosen)
    if chosen.teachers:
        with torch.no_grad():
            for part in net.intent.parameters():
                part.mul_(SHARPER)
    save(net, labels, chosen.out, chosen.words is None)
    if chosen.opinions:
        opinions(net, rows, chosen.opinions, device)
    if chosen.test:
        predict(net, labels, load(chosen.test), chosen.predicted, device)


if __name__ == "__main__":
    main()
