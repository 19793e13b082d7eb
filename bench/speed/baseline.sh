#!/bin/sh
# What a user would do instead: one `pdftotext -layout` for each document, one after the other, and
# one awk process that looks for every expected text on its cited page.
#
#   baseline.sh CLAIMS.tsv DOCUMENTS-FOLDER
#
# CLAIMS.tsv has one claim a line, sorted by document: file name, page (from 0), expected text with
# its white space squeezed. Reading the claims out of their JSON is not asked of this script.
# Prints how many documents and claims it saw, and how many texts it found.
set -eu
claims=$1
documents=$2
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT

cut -f 1 "$claims" | uniq | while IFS= read -r name; do
  pdftotext -layout "$documents/$name" "$texts/$name.txt" 2>/dev/null || : >"$texts/$name.txt"
done

# Bytes suffice for looking up equal texts, and are the fastest that awk can do.
LC_ALL=C awk -F '\t' -v texts="$texts" '
  function turn_to(name,    line, page) {
    delete pages
    count = 0
    document = name
    documents += 1
    RS = "\f"
    while ((getline page < (texts "/" name ".txt")) > 0) {
      gsub(/[ \t\r\n]+/, " ", page)
      pages[count] = page
      count += 1
    }
    close(texts "/" name ".txt")
    RS = "\n"
  }
  $1 != document { turn_to($1) }
  {
    claims += 1
    if (($2 in pages) && index(pages[$2], $3) > 0) found += 1
  }
  END { printf "documents %d\nclaims %d\nfound %d\n", documents, claims, found }
' "$claims"
