import { clientSample, firstSignature } from '#components/developers/first-calls.ts'
import { bearer, curlExample, type Guide, json } from './guide.ts'

/** How processes are created, sent and changed. */
export const sendingGuides: Guide[] = [
  {
    id: 'first-signature',
    title: 'A first signature in five calls',
    paragraphs: [
      'Create an API key on the API keys page of your dashboard, with the scopes for documents and processes, and `signing-links` if you want to hand out the links yourself. The key is shown only once. After signing up, first confirm your email address with the link we sent you: until then `send` returns 403 `email_not_confirmed`.',
      'The commands read the URL, the key and the ids from shell variables. The TypeScript client is generated from the OpenAPI document, so your compiler knows every path and property. The package `@paraph/sdk`, in the folder `sdk` of the source code, is such a client with retries, helpers for files and the verification of webhooks; `npm pack ./sdk` makes it there, as it is not in the npm registry.',
    ],
    samples: [
      { label: 'Shell', code: 'export PARAPH_URL=https://paraph.example\nexport PARAPH_KEY=psk_test_…' },
      {
        label: 'TypeScript',
        code: `// npm install openapi-fetch\n// npx openapi-typescript "$PARAPH_URL/api/v1/openapi.json" --default-non-nullable=false -o paraph.d.ts\n${clientSample}`,
      },
    ],
    calls: firstSignature,
  },
  {
    id: 'one-request',
    title: 'Create, prefill and send in one request',
    paragraphs: [
      'A request that creates a process can also have its `fields`, with `document_index` and `signer_index` in place of ids, and preset `values` by the label of their field. With `send: true` the process is sent at once; if that fails, nothing is created, and the error says why. `POST /templates/{id}/use` takes `values` and `send` too.',
      'A process names the `template` that it came from, with its `version`. As soon as processes came from a version, changing the template makes a new one and keeps that one: `GET /templates/{id}/versions` lists them, and `POST /templates/{id}/versions/{version}/restore` makes a new version with the contents of an earlier one. An earlier version keeps its documents until it or the template is deleted.',
      'A reusable link needs no list of people: `POST /templates/{id}/links` answers with a `url` that you print, show as a QR code or put on a website. Each visitor says their name, proves their email address by a code, and signs a process of their own; with the same address they find it again. `limit` and `expires_at` bound it, `status` is `unavailable` and `problem` has the reason while a change of the template, or of the rights of who made the link, keeps it from making processes, `DELETE /templates/{id}/links/{link}` ends it, and webhooks tell you of its processes as of any other.',
      'Each signer may have a `subject` and a `message` of their own.',
    ],
    calls: [
      curlExample(
        'Upload a document',
        'Each process has documents of its own.',
        `curl -X POST "$PARAPH_URL/api/v1/documents" \\\n  ${bearer} \\\n  -F "file=@lease.pdf"`,
        201,
        [{ name: 'DOCUMENT_ID', from: 'data.id' }],
      ),
      curlExample(
        'Create and send',
        'The response is the process that was sent. An `Idempotency-Key` makes the request safe to retry.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${json} \\
  -H "Idempotency-Key: lease-2048" \\
  -d '{
    "name": "Lease",
    "documents": [{ "id": '$DOCUMENT_ID' }],
    "signers": [{ "name": "Ada Lovelace", "email": "ada@example.com", "message": "As agreed." }],
    "fields": [
      { "type": "signature", "page": 1, "x": 72, "y": 640, "width": 160, "height": 40 },
      { "type": "number", "label": "Rent", "page": 1, "x": 72, "y": 600, "width": 160, "height": 24 }
    ],
    "values": { "Rent": 1200 },
    "send": true
  }'`,
        201,
        [
          { name: 'PROCESS_ID', from: 'data.id' },
          { name: 'SIGNER_ID', from: 'data.signers.0.id' },
        ],
      ),
    ],
  },
  {
    id: 'file-types',
    title: 'Documents from other types of files',
    paragraphs: [
      'A PDF is stored exactly as uploaded. Of other files a PDF is made, which is stored in place of the upload: `original_filename` is the name of the upload with the extension `.pdf`, and `sha256` that of the PDF. The name and hash of the upload are in the audit trail.',
      'A PNG or JPEG becomes a PDF of one page, upright as its Exif data says: of its own size where it has a resolution that fits a page up to A3, otherwise on A4. The compressed image is embedded as it is, except for a PNG with transparency or interlacing, which is decoded, and a picture whose colour profile gives it visibly other colours than sRGB, such as a photo in Display P3: it gets those of sRGB, a JPEG is compressed again for that, and a PNG has eight bits per sample. The metadata of a photo, such as its place, is left out. It may have up to 40 megapixels; with more the upload is a 400 with the `reason` `too_many_pixels`, and a damaged image one with `corrupt`.',
      'A DOCX, ODT or HTML file is converted where LibreOffice is on the `PATH` of the installation, otherwise the upload is a 400 `not_convertible`. So is one that LibreOffice cannot convert, and a DOCX with a formula (`=SUM(ABOVE)`) whose result is not stored. Macros and scripts do not run, and a document that loads content from elsewhere, such as a linked image, a style sheet or a field that includes a file, is refused with `linked_content`. The fonts are those that the file embeds and those of the machine, and for scripts that the machine lacks, such as Chinese or Arabic, those of the service; lines and pages may break elsewhere than in Word: look at the PDF before you send it.',
      'HTML becomes pages of A4 with margins of 2 cm. Headings, paragraphs, lists, tables, links and images remain, with their fonts, colours, alignment, borders and page breaks. A PNG or JPEG in a `data:` address is embedded; one that is damaged, or a drawing without text, leaves its alternative text. Style sheets count where they are in the file and their selectors are names, classes, ids, attributes, descendants and children. Scripts, forms and positioned layouts are left out. A page that shows nothing without its scripts is `not_convertible`, and one with text or numbers that cannot be kept: text that a style sheet adds (`content`), formulas, drawings with text, images in other formats such as GIF, WebP and TIFF (except a GIF of one pixel), lists with other labels than numbers, Latin letters, Roman numbers and bullets, and parts that a selector of another kind shows or hides. So is one with fields as elements of DocuSeal, such as `<signature-field>`: write them as text tags. Up to 20 MB and 50,000 elements are converted; a larger page is `too_large`.',
      'A converted file whose PDF would be larger than an upload may be is refused with `pdf_too_large`, and all other files with `not_pdf`.',
    ],
  },
  {
    id: 'fields-in-files',
    title: 'Fields from the file',
    paragraphs: [
      'With `import_fields: true`, a new process or template gets the fields that its PDFs already have: form fields (text fields, check boxes, radio buttons, lists and empty signature fields) and text tags. Fields keep their places, options, lengths, cells, alignment and turn; calculations of the kind of `AFSimple_Calculate` become a `formula`, with the decimals of `AFNumber_Format`, else up to 6. When the process is sent, the form fields are replaced by ours, and the text tags are removed from the content; where that is not safe, they are covered with white, which `problems` names. `problems` of `GET /documents/{id}/fields` names what is not imported or not kept: other scripts and formats, hidden fields and layers, fields that the form does not list.',
      'A text tag is a text in double braces with a name and, after semicolons, more keys: `{{Tenant signature;type=signature;role=Tenant;width=160;height=40}}`. The keys are `name`, `type`, `role`, `required`, `readonly`, `default`, `options` (separated by commas), `title`, `placeholder`, `width` and `height` (points); tags of radio buttons with one name may have one `option` each. Without `type` it is a text field, without `required=false` it must be filled in, and its top left corner is that of the tag. Fields are upright, also where a tag reads sideways. Tags of DocuSeal work: `default_value` is `default`, `date` a date that the signer chooses, `datenow` one that gets the day of signing, `phone` a text, `image` and `file` a file of the signer; what there is no counterpart for, such as `format`, `condition` or a `stamp`, is left out, with an entry of `problems` that has `warning: true`. A tag with another key or type is an error that names it, and so is one of another dialect, such as `{{signature:1}}`.',
      'The fields of a role go to the signer with that `role_name` (in a template, to the role with that name); other roles go to the remaining signers in order, and fields without a role to the first signer. `values` can name imported fields by their label, or by their name in the file where no other field has that label.',
      'A field can also be placed by a text of the document: `"anchor": { "text": "Signature:", "occurrence": 1, "dx": 60, "dy": -10 }` in place of `page`, `x` and `y`.',
      'Radio buttons become one field, whose buttons keep their places: `layout.widgets` has one for each, with its `option`. A field with several widgets becomes one field, with its further places in `layout.widgets`; all show the same value. Push buttons, password fields and lists with several selections are not imported and stay in the file; nor is anything in a file that was signed before. `problems` lists them.',
    ],
    calls: [
      curlExample(
        'Upload a document',
        'A file with form fields or text tags.',
        `curl -X POST "$PARAPH_URL/api/v1/documents" \\\n  ${bearer} \\\n  -F "file=@lease.pdf"`,
        201,
        [{ name: 'DOCUMENT_ID', from: 'data.id' }],
      ),
      curlExample(
        'See its fields',
        'What can be imported, and what cannot.',
        `curl "$PARAPH_URL/api/v1/documents/$DOCUMENT_ID/fields" \\\n  ${bearer}`,
        200,
      ),
      curlExample(
        'Create a process with them',
        'Fields of your own can be added.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${json} \\
  -d '{
    "name": "Lease",
    "documents": [{ "id": '$DOCUMENT_ID' }],
    "signers": [{ "name": "Ada Lovelace", "email": "ada@example.com", "role_name": "Tenant" }],
    "import_fields": true
  }'`,
        201,
      ),
    ],
  },
  {
    id: 'conditions',
    title: 'Conditions and formulas',
    paragraphs: [
      'Fields of one signer can refer to each other by `label`. The label must be that of exactly one of the signer’s fields; otherwise the request is a 400 that names it.',
      'With `condition` a field is shown, and required, only when the condition holds: `{ "field": "Pet", "filled": true }`, `{ "field": "Plan", "equals": "yearly" }` or `{ "field": "Plan", "not_equals": "yearly" }`. A checkbox is filled when it is ticked, and its value is `true` or `false`; numbers are compared by value. A hidden field counts as empty for other fields, the values sent for it are dropped, and it stays empty in the sealed file; the API keeps the value of a read-only one, for copies of the process. Signatures, initials and attachments are always shown.',
      'With `formula` a number is calculated: numbers, labels in double braces, `+ - * /` and parentheses, such as `{{Rent}} * 12 + {{Deposit}}`, and `SUM`, `PRODUCT`, `AVG`, `MIN` and `MAX`, such as `SUM({{Rent}}, {{Costs}})`, which count a missing operand as 0. Operands are number, text, radio and dropdown fields; text is read as the language of the process writes numbers. The result is rounded to 2 decimals, and other formulas calculate with that; with `validation.max_decimals` it is rounded to as many, and other formulas calculate with it before it is rounded, as forms of PDF files do. It is empty while any other operand is missing, when one is text that is not a number, when a divisor is 0, and from 1,000,000,000,000 on. The signer sees it while typing and cannot change it; the server calculates it again on signing.',
    ],
    calls: [
      curlExample(
        'Create a process with them',
        'The name of the pet is asked for only when there is one; the rent of a year is calculated.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes" \\
  ${json} \\
  -d '{
    "name": "Lease",
    "documents": [{ "id": '$DOCUMENT_ID' }],
    "signers": [{ "name": "Ada Lovelace", "email": "ada@example.com" }],
    "fields": [
      { "type": "checkbox", "label": "Pet", "required": false, "page": 1, "x": 72, "y": 400, "width": 16, "height": 16 },
      { "type": "text", "label": "Name of the pet", "condition": { "field": "Pet", "filled": true },
        "page": 1, "x": 110, "y": 396, "width": 160, "height": 22 },
      { "type": "number", "label": "Rent", "page": 1, "x": 72, "y": 440, "width": 90, "height": 22 },
      { "type": "number", "label": "Year", "formula": "{{Rent}} * 12", "page": 1, "x": 180, "y": 440, "width": 90, "height": 22 }
    ]
  }'`,
        201,
      ),
    ],
  },
  {
    id: 'attachments',
    title: 'Ask signers for a file',
    paragraphs: [
      'A field of the type `attachment` asks its signer for a PDF, PNG or JPEG, such as a copy of a passport: a required one must have a file before they can sign. The signer adds it on the signing page, or with `POST /signing/{token}/attachments/{field}` as the part `file` of a form; a second file takes the place of the first, and `DELETE` removes it. It is checked as an uploaded document is, but a JPEG may have up to 250 megapixels: a file that cannot be taken is a 400 with a `reason`. An own signing page sends the `sha256` of the file that it shows, `fields[].attachment` of `GET /signing/{token}`, as the value of the field with `sign` (an empty text for none): where another file is there by now, that is a 400.',
      'Once the signer has signed, `attachment` of the field in the process has the name, the size, the `sha256` and the `download_url`. The certificate names the file with its `sha256`, and the package of the vault contains it; the signed PDF does not.',
    ],
  },
  {
    id: 'delegation',
    title: 'Signers hand over, ask and report',
    paragraphs: [
      'With `options.allow_delegation: true`, a signer or approver may name someone else on the signing page or with `POST /signing/{token}/delegate` `{name, email, reason}`. The link ends at once (404 with `reason: link_delegated`), and the new person is invited to sign the same fields in the same turn; without `enable_notifications` you give them their `signing_url`. You get an email and the event `signature.delegated`; `delegated_by` of the signer, the audit trail and the certificate name who handed over, and why.',
      'Nobody hands over to another signer of the process, to themselves, or back; a signature is handed over three times at most. Preset names and addresses become those of the new person. Once others have signed an added signature page with the signer’s name, the signer cannot hand over (409).',
      '`POST /signing/{token}/question` `{text}` sends you an email whose reply goes to the signer. `POST /signing/{token}/report` `{reason}` tells the administrator of the installation. `POST /signing/{token}/renew` is for links that have ended: you are told that the signer of an expired process asks for more time (`PATCH` it with `options.expires_in_days`, which then counts from now, and it is open again where it was), and after a correction the current link is sent to the signer’s own address.',
    ],
  },
  {
    id: 'corrections',
    title: 'Correct what was sent',
    paragraphs: [
      'As long as a process waits for signatures, people who have not signed can be changed, replaced, added or removed, and the message, the expiry and the reminders changed. What has been signed is never touched. The audit trail says what was changed, and by whom; the certificate has the process as it was completed.',
      'After another name, email or order the old link stops working at once, and the person is invited by a new one when it is their turn; what they have filled in stays as long as the email is the same. Someone who was invited and is replaced or removed is notified by email, unless `enable_notifications` is false.',
      '`delivery` of a signer says how the last email or text message with a link or code fared: `queued`, `sent` when the mail server or the SMS provider has accepted it, `failed` with its reason, or `local` where no mail server is set up. `POST /signature-processes/{id}/signers/{signer}/resend` sends the invitation again, with the same link and at most once a minute.',
      'Until the first signature the documents are prepared again, so that they show the people who sign. After it, a signer cannot be added (viewers and copies can), and a name that is printed on an added signature page cannot be changed: both are a 409.',
    ],
    calls: [
      curlExample(
        'Replace a signer',
        'Absent members stay unchanged.',
        `curl -X PATCH "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/signers/$SIGNER_ID" \\
  ${json} \\
  -d '{ "name": "Grace Hopper", "email": "grace@example.com" }'`,
        200,
      ),
      curlExample(
        'Add a copy',
        'The new person gets the signed document when everyone has signed.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/signers" \\
  ${json} \\
  -d '{ "name": "Ada Lovelace", "email": "ada@example.com", "role": "cc" }'`,
        201,
      ),
      curlExample(
        'Give more time',
        'The days count from the day of sending, or from the day on which the process was last opened again; those of an expired process, which this opens again, from now.',
        `curl -X PATCH "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID" \\
  ${json} \\
  -d '{ "options": { "expires_in_days": 120, "reminder_days": 7 } }'`,
        200,
      ),
    ],
  },
  {
    id: 'duplicate',
    title: 'Use a process again',
    paragraphs: [
      '`POST /signature-processes/{id}/duplicate` makes a new draft of a process in any status, with the same people, fields, message and options, and copies of the documents as they were uploaded. What signers entered, `external_id` and `metadata` are left out.',
      'A document of a draft can be replaced by a newer file without placing the fields again: `PATCH /signature-processes/{id}` with `documents`, in which the new one has the `id` of the old one in `replaces`. Fields on pages that the new file lacks are removed; on smaller pages they are moved to fit. Fields imported from the file follow the new one: they get its values, places and options, except for what was changed since; those that it lacks are removed unless they were changed, and further ones are imported.',
    ],
    calls: [
      curlExample(
        'Duplicate a process',
        'The copy is a draft, with a copy of each document.',
        `curl -X POST "$PARAPH_URL/api/v1/signature-processes/$PROCESS_ID/duplicate" \\
  ${bearer}`,
        201,
        [
          { name: 'DRAFT_ID', from: 'data.id' },
          { name: 'OLD_DOCUMENT_ID', from: 'data.documents.0.id' },
        ],
      ),
      curlExample(
        'Upload the newer file',
        'Any PDF that is not part of another process.',
        `curl -X POST "$PARAPH_URL/api/v1/documents" \\
  ${bearer} \\
  -F "file=@lease.pdf"`,
        201,
        [{ name: 'NEW_DOCUMENT_ID', from: 'data.id' }],
      ),
      curlExample(
        'Replace the file of a draft',
        'The fields of the document `$OLD_DOCUMENT_ID` stay.',
        `curl -X PATCH "$PARAPH_URL/api/v1/signature-processes/$DRAFT_ID" \\
  ${json} \\
  -d '{ "documents": [{ "id": '$NEW_DOCUMENT_ID', "replaces": '$OLD_DOCUMENT_ID' }] }'`,
        200,
      ),
    ],
  },
  {
    id: 'bulk-send',
    title: 'Send a template to a list',
    paragraphs: [
      '`POST /bulk-sends` with `template_id` and `rows`, or a `csv` with a header, creates and sends one process for each row, at most 5,000. The columns are `ROLE.name` and `ROLE.email` for each role of the template (`name` and `email` if it has one role), optionally `ROLE.phone`, `ROLE.locale`, `ROLE.otp`, `ROLE.access_code`, `ROLE.subject`, `ROLE.message` and `external_id`; every other column is a preset value of the fields with its name as label.',
      'Numbers and dates of a `csv` are read as the language of the template writes them, or as `csv_locale` does: name the region there, as nothing in a cell tells which one is meant. `01/02/2026` is 2 January in `en` and 1 February in `en-GB`; `1,250` is 1.25 in `es` and 1250 in `es-MX`. In `rows`, a number has a decimal point, and a date is like `2026-02-01`.',
      'The whole list is checked first: errors name the row, counted from 0, and the column (`rows.12.Tenant.email` is in the thirteenth row), and nothing is sent. `warnings` count from 1. The rows are then sent in the background, each exactly once. A row that cannot be sent keeps its error, and the others go on; at the end of the quota, or where the template itself cannot be sent any more, the bulk send pauses with a `pause_reason`. `pause`, `resume` and `cancel` do what they say: what was sent stays sent.',
      '`GET /bulk-sends/{id}` has the progress, and `GET /bulk-sends/{id}/result` is the list as a CSV with the status, the process and the error of each row, whose `row` counts from 1. It leaves out the rows whose process has been moved to a folder that you have no access to.',
    ],
  },
  {
    id: 'import-templates',
    title: 'Bring templates from DocuSeal or Documenso',
    paragraphs: [
      'Read the template with the API of DocuSeal (`GET /templates/{id}`) or Documenso (v2, `GET /template/{id}`), upload its files with `POST /documents`, and send both to `POST /templates/import`: `{ "format": "docuseal", "template": { … }, "documents": [{ "id": 7 }] }`, with the documents in the order of the template. Submitters and recipients become roles; fields keep their place, label, options and preset value, and the template its message, language and address after signing. What decides who signs, how, or what the document says, and has no counterpart here, is an error that names it: payments, a second factor, the text beside a check box. Fonts, colours, descriptions and formats of dates are left out.',
    ],
  },
  {
    id: 'void',
    title: 'Declare a signed document void',
    paragraphs: [
      'When the parties no longer want what they signed, `POST /signature-processes/{id}/void` with a `reason` gives the completed process the status `voided`. The signed files and the evidence stay and can still be downloaded; the signatures in the file stay valid, as nobody can take them back. The audit trail, the webhook event `process.voided` and `voided_at` in the response of `POST /verify`, of the vault’s documents and of the archives, where the process stays, say that the process is void, and the people who have the file get an email with the reason; with `enable_notifications: false` nobody does, so tell them yourself, and the archive address gets none in any case. The certificate of completion and the trail as PDF are sealed and stay as they were at the completion; `GET …/audit-trail` as PDF then has all events and no seal, and a package has it beside the sealed one as `audit-trail-with-later-events.pdf`.',
    ],
  },
]
