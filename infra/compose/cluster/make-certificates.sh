#!/bin/sh
# Makes an authority of this installation and the object store's certificate, once. Only the parts trust it.
set -eu
cd /certificates
[ -f objects/public.crt ] && exit 0
mkdir -p objects
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=Tapwise engines" \
  -keyout ca.key -out ca.crt
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=objects" -keyout objects/private.key -out objects.csr
printf 'subjectAltName=DNS:objects\n' > objects.ext
openssl x509 -req -in objects.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 -extfile objects.ext -out objects/public.crt
rm -f objects.csr objects.ext
chmod 644 ca.crt objects/public.crt objects/private.key
