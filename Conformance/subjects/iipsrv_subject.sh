#!/bin/sh
# Asks iipsrv for a JPEG: iipsrv_subject.sh IN OUT SIZE. It serves only tiled TIFFs, so the file is tiled first, with
# its tags. The server of a call listens on a socket in the call's folder, and ends with the call.
set -eu
folder=$(dirname "$2")
rm -f "$folder/socket"
tiffcp -t -w 256 -l 256 "$1" "$folder/tiled.tif"
FILESYSTEM_PREFIX=$folder/ LOGFILE=/dev/null spawn-fcgi -n -s "$folder/socket" -- /usr/lib/iipimage-server/iipsrv.fcgi \
  >"$folder/server.log" 2>&1 &
# The socket may be there before the server listens on it.
tries=0
until REQUEST_METHOD=GET REQUEST_URI=/ QUERY_STRING="IIIF=tiled.tif/full/$3/0/default.jpg" \
  cgi-fcgi -bind -connect "$folder/socket" >"$folder/reply" 2>"$folder/refusal"; do
  [ "$tries" -lt 100 ] || { cat "$folder/refusal" >&2; exit 1; }
  sleep 0.05
  tries=$((tries + 1))
done
LC_ALL=C sed '1,/^\r$/d' "$folder/reply" >"$2"
kill $!
