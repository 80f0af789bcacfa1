/** How each hash of a chain is computed, for those who verify a package without this service. */
export const hashRecipe =
  'The hash of an event is the SHA-256, in lower-case hexadecimal, of the UTF-8 text of a JSON object in the form of RFC 8785 (members in the order of their names, no white space) with the members `chain` (the name of the chain) and, as in audit-trail.json, `seq`, `type`, `actor`, `data`, `address`, `user_agent`, `request_id`, `occurred_at`, `previous_hash`. The `previous_hash` of the first event is 64 zeros.'

/** The entry that proves the head of the trail to be in the transparency log (C2SP tlog-proof). */
export const LOG_PROOF = 'log-inclusion.tlog-proof'

/** The printed trail as it is when the package is made, of a process that was declared void. */
export const LATER_TRAIL = 'audit-trail-with-later-events.pdf'

/** What an entry of the log is, for the same. */
export const entryRecipe =
  'The entry of the log is the SHA-256 (32 bytes) of the UTF-8 text of a JSON object in the form of RFC 8785 with the members `chain`, `hash` and `seq` of `entry`. Its leaf hash is that of RFC 9162.'

/** The entry `how-to-verify.txt` of a package. */
export const instructions = `How to verify this package without the service that made it

With one command, which needs no network:

  paraph-verify package.zip --root root.pem --log-key <key>

root.pem is the root certificate of the service that made the package, and the key is that of its transparency log
(\`roots\` and \`log.verifier_key\` of GET /api/v1/trust), from a source that you trust: not from this package. Where the seal is of an organisation's own certificate, or of a public authority, add that
certificate (--root seal.pem); for time stamps of an authority outside its root (--tsa-root), for signers' certificates of
a provider that one's (--signer-root). Exit code 3: nothing was refuted, but something could not be judged. By hand, in the folder of
this file (several documents have a numbered folder each: do steps 2, 3 and 5 with the files in each of them):

1. The files. manifest.json lists every file with its SHA-256; manifest.json.p7s is its detached CMS signature:

     openssl cms -verify -binary -inform DER -in manifest.json.p7s -content manifest.json \\
       -CAfile root.pem -purpose any -out /dev/null
     find . -type f -exec sha256sum {} +

2. The PDFs. Every PDF reader shows the signatures; pdfsig, pyHanko and EU DSS judge them, with root.pem as trust
   anchor. certificate.pdf and audit-trail.pdf have the same seal. They are as they were at the completion: what
   happened later is in audit-trail.json and, if the process was declared void, printed without a seal in
   ${LATER_TRAIL}.

3. The trail. The last seal of each PDF names the audit chain and its head at that time, in the entry
   /XXParaphEvidence of its signature dictionary (readable in any text editor). The event with the number /Length in
   audit-trail.json must have the hash /Head. Each event must have the hash of the one before as its previous_hash,
   and a correct hash of its own. manifest.json says how it is computed (hash_recipe).

4. The log. log-inclusion.tlog-proof (https://c2sp.org/tlog-proof) proves that a head of the trail is in the append-only
   log of the service. Its checkpoint must be signed by the key that you have from elsewhere, and the event of the entry
   must not be before the one that the seal names; manifest.json says how an entry is made (log.entry_recipe). Go's golang.org/x/mod/sumdb/note and tlog verify both.
   Further lines of the checkpoint are of witnesses (https://c2sp.org/tlog-cosignature), which cosign a log only while it
   grows. With their keys from them (--witness <key>), a log that was rewritten, or made for you alone, is detected.

5. Renewed time stamps. The certificate of completion prints the SHA-256 of the file as it was first finished
   (sealed_sha256 of its path in manifest.json). A file whose time stamps were renewed later is longer; that first file is its
   beginning (sealed_size):

     head -c <sealed_size> "<path>" | sha256sum
`
