#!/bin/sh
# Copies the database of SAYSO_DATABASE_URL (or the default one) and its keys into a new folder, while servers run.
# deploy/backup.sh FOLDER
set -eu
umask 077
target=${1:?name a new folder: deploy/backup.sh FOLDER}
mkdir "$target"
default="sqlite:///${XDG_DATA_HOME:-$HOME/.local/share}/sayso/sayso.db"
url=${SAYSO_DATABASE_URL:-$default}
case $url in
sqlite:///*)
    file=${url#sqlite:///}
    file=${file%%\?*}
    python3 - "$file" "$target/sayso.db" <<'PY'
import sqlite3
import sys

source = sqlite3.connect(f"file:{sys.argv[1]}?mode=rw", uri=True)
copy = sqlite3.connect(sys.argv[2])
source.backup(copy)
whole = copy.execute("PRAGMA integrity_check").fetchone()[0]
copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
copy.close()
sys.exit(0 if whole == "ok" else f"the copy is not whole: {whole}")
PY
    keys=$(dirname "$file")
    ;;
postgres*://*)
    pg_dump --format=custom --file="$target/sayso.dump" --dbname="$url"
    keys="${XDG_DATA_HOME:-$HOME/.local/share}/sayso"
    ;;
*)
    echo "SAYSO_DATABASE_URL: no database that is known" >&2
    exit 2
    ;;
esac
for key in secret vault push; do
    if [ -f "$keys/$key" ]; then cp -p "$keys/$key" "$target/$key"; fi
done
cd "$target"
sha256sum -- * >SHA256SUMS
echo "backed up into $target: $(ls | tr '\n' ' ')"
