import { bearer, curlExample, type Guide, json } from './guide.ts'

/** How long signed documents stay, and what people can ask for. */
export const retentionGuides: Guide[] = [
  {
    id: 'retention',
    title: 'Retention, legal hold and deletion',
    paragraphs: [
      'A signed document stays in the vault for the retention of your account (`retention_years`, ten years by default, changed with `PATCH /account`); a new retention applies to documents signed from then on. `expires_at` says when it ends. Nothing happens then: the document stays readable until an administrator deletes it with `DELETE /vault/documents/{id}`. With `delete_after_retention: true` in the account it is deleted automatically in the following night. With `end_notice_days` administrators get an email so many days before the retention ends, and the sender of a completed process before the day in `ends_on` of its `metadata`; no document is deleted automatically before so many days have passed since its email, nor before the day that the email names, also if no more emails are wanted by then. With the deletion, a document whose legal hold is released is announced again, as are all whose emails are from before the deletion was switched on.',
      'Before that the deletion is refused with 409 `invalid_state` and `deletable_at`. Under legal hold (`PUT /vault/documents/{id}/legal-hold`) it is refused whatever the retention; `legal_hold` of the record says who set it, when and why, and `GET /vault/documents?legal_hold=true` lists them. Documents of test mode are evidence of nothing and may be deleted at any time, except under legal hold.',
      'A deletion removes the signed file and, unless a template uses it, the uploaded one; with the last document of a process also the certificate of completion, the trail as PDF, the files that signers added and the pictures of the signatures (with `embed_evidence` the certificate of completion, which has all documents embedded, stays until then). The record of the process and its audit trail stay: `vault.deleted` names the file by its SHA-256, with the last one also the files that signers added (`attachments`), and says who deleted it and when. The same event, without `attachments`, goes to webhooks. Downloads of a process without files answer 409. `POST /verify` still verifies a copy that was downloaded before, as the certificates are in it.',
      'A key needs the scope `vault:retention`, which none has by default; a user must be an administrator and have entered the password within 15 minutes.',
    ],
    calls: [
      curlExample(
        'Find a document of the vault',
        'By its name or tags; `signer=` finds it by the people who signed, `voided=true` the documents of void processes.',
        `curl "$PARAPH_URL/api/v1/vault/documents?search=lease" \\
  ${bearer}`,
        200,
        [{ name: 'VAULT_ID', from: 'data.0.id' }],
      ),
      curlExample(
        'Place a document under legal hold',
        '`"on": false` releases it. The audit trail records both.',
        `curl -X PUT "$PARAPH_URL/api/v1/vault/documents/$VAULT_ID/legal-hold" \\
  ${json} \\
  -d '{ "on": true, "reason": "Lawsuit 4 O 123/26" }'`,
        200,
      ),
    ],
  },
  {
    id: 'personal-data',
    title: 'Export or erase a person’s data',
    paragraphs: [
      '`POST /privacy/export` and `POST /privacy/erase` with an `email` start a request; `GET /privacy/requests/{id}` has its status and, once it is `completed`, its report. Both look for the exact address, without case, in live and test mode. The values of fields and texts that were written freely, such as messages, metadata and the content of documents, are not searched, and the account’s `reply_to` and the address of its sender (`/account/sender`) are settings that you change yourself; an erasure removes an archive address (`/account/archive-address`). Administrators only; a key needs the scope `privacy`.',
      'An export is a ZIP at `download_url` for 30 days: `data.json` with the rows of signers, their field values, consents and signing sessions, the user with their sessions, passkeys, API keys, lists, reusable links and requests, addresses and times of emails, rows of lists that name them, settings with the address, events of the audit trail and which of them went to webhooks; the files that the person signed; and the pictures of their signatures. Tokens, codes, their hashes and the content of emails, which may have them, are not part of it. All administrators get an email about each export.',
      'An erasure first looks for what blocks it: a process that was sent and has not ended, or a user with the address. Then its status is `blocked`, nothing was erased, and `blocked_by` names them: cancel the processes, delete the user and send it again. Otherwise it takes the person out of drafts and lists (a row that was still to be sent to them fails), puts “Erased person” in their place in processes that were cancelled, refused or have expired, with their values, signatures and partly signed files, and deletes emails to them, exports and finished webhook deliveries. They are no longer proposed as a contact. A process that a deleted user created keeps their name as that of its sender while it is out for signature (`live` in the report); a draft gets a new creator when somebody else sends it.',
      'Of completed processes the signed files, the audit trail and the person’s name and address stay while the documents are in the vault: they prove a contract (GDPR, Article 17(3)(e)). The values of fields, the pictures of signatures, the links and the IP addresses are erased outside of these. `kept.processes` lists each process with its `reason` and the end of its retention, and its `data` names what stays: also `attachments`, files that the person added, and `hand_overs` from or to them. After `retention_ended`, and at any time for `test_mode`, delete its documents from the vault and send the erasure again: the person then becomes a pseudonym there too, as signer, as creator and in hand-overs. `kept.certificates` counts the certificates issued for their signatures, which stay: `POST /verify` recognises a signature by them, also in a file that was downloaded before. Events of the audit trail stay everywhere, as one that was changed would break the hash chain; `kept.events` counts those that name the address, also among the signers of `process.created`. When an erasure is complete, its own record has the address only masked.',
    ],
    calls: [
      curlExample(
        'Erase a person',
        'While an erasure of the address runs, the same one is returned.',
        `curl -X POST "$PARAPH_URL/api/v1/privacy/erase" \\
  ${json} \\
  -d '{ "email": "ada@example.com" }'`,
        201,
      ),
    ],
  },
]
