import { z } from 'zod'
import { ErrorDetailShape, Instant, makeErrorDetailShape, RecordId, RecordIdInput } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { presetValue } from '#lib/processes/fields/input'
import { languageTag } from '#lib/processes/input'

export const MAX_ROWS = 5000

export const BulkSendShape = z
  .object({
    id: RecordId,
    template_id: RecordId.nullable().meta({ description: 'Null when the template was deleted.', example: 7 }),
    name: z.string().meta({ example: 'Leases 2027' }),
    status: z.enum(['running', 'paused', 'completed', 'cancelled']),
    pause_reason: z.string().nullable().meta({
      description:
        'Why it was paused by itself, such as a used-up quota, a template of which no row can be sent any more, a value that does not fit the template since that has changed, or a user or API key that may not send any more; null otherwise.',
    }),
    pause_reason_detail: makeErrorDetailShape('pause_reason'),
    warnings: z.array(z.string()).meta({
      description:
        'Rows with the same people as an earlier one, at most 200. They count from 1, as in the result; `errors` count from 0.',
      example: ['Row 7 has the same people as row 2.'],
    }),
    warning_details: z.array(ErrorDetailShape).meta({
      description: 'What `warnings` are made of, in their order, for translations.',
      example: [{ key: 'documents.rowRepeatsPeople', values: { row: '7', earlier: '2' } }],
    }),
    progress: z.object({
      total: z.int().meta({ example: 1000 }),
      sent: z.int().meta({ example: 640 }),
      failed: z.int().meta({ example: 2 }),
      remaining: z.int().meta({ example: 358 }),
    }),
    test_mode: z.boolean(),
    created_by: z.string().meta({ example: 'Ada Lovelace' }),
    created_at: Instant,
    ended_at: Instant.nullable(),
  })
  .meta({ id: 'BulkSend', description: 'A template that is sent to a list of people.' })
export type BulkSendRecord = z.infer<typeof BulkSendShape>

const Row = z.preprocess(
  (row, context) => {
    // A record drops this member in silence.
    if (typeof row === 'object' && row !== null && Object.hasOwn(row, '__proto__'))
      context.addIssue(issueMessage('documents.columnNameNotAllowed', { name: '__proto__' }))
    return row
  },
  z.record(z.string().max(512), presetValue),
)

export const BulkSendInput = z
  .object({
    template_id: RecordIdInput,
    name: singleLine(255).min(1).optional().meta({ description: 'By default the name of the template.' }),
    rows: z
      .array(Row)
      .max(MAX_ROWS)
      .optional()
      .meta({
        description: `At most ${MAX_ROWS} rows of cells by column; the body has at most 5 MB and 200,000 values, a row counting as one more than its cells. A longer list is sent in parts. An empty cell leaves the value that the template has.`,
      }),
    csv: z.string().max(5_000_000).optional().meta({
      description:
        'In place of `rows`: the text of a CSV (RFC 4180) with a header, separated by commas, semicolons or tabs; a first line `sep=;` names the separator. Rows without text are left out, but count in the numbers of rows of errors, warnings and the result. Numbers and dates are read as `csv_locale` writes them (in German `1.250,5` and `1.12.2026`, `WAHR` for a ticked check box), other than in `rows`, where a number has a decimal point.',
    }),
    csv_base64: z.base64(issueMessage('api.mustBeBase64')).max(5_000_000).optional().meta({
      description:
        'In place of `csv`: the bytes of a CSV file in UTF-8 or UTF-16, with or without a BOM, or in the code page in which spreadsheets write the language of the template, in any region: Windows-874 (`th`), 1250 (`bs`, `cs`, `hr`, `hu`, `pl`, `ro`, `sk`, `sl`, `sq`, `sr-Latn`), 1251 (`be`, `bg`, `kk`, `ky`, `mk`, `mn`, `ru`, `sr`, `uk`), 1253 (`el`), 1254 (`az`, `tr`, `uz`), 1255 (`he`), 1256 (`ar`, `fa`, `ur`), 1257 (`et`, `lt`, `lv`), 1258 (`vi`), Shift JIS (`ja`), Windows-949 (`ko`), GB 18030 (`zh`), Big5 (`zh-Hant`, `zh-TW`, `zh-HK`, `zh-MO`), Windows-1252, Mac OS Roman or 850 (all others).',
    }),
    csv_locale: languageTag.optional().meta({
      description:
        'The language in which numbers and dates of the CSV are written (BCP 47), by default that of the template. Name the region where regions differ: `01/02/2026` is 2 January in `en` and 1 February in `en-GB`, `1,250` is 1.25 in `es` and 1250 in `es-MX`. What is printed is in the language of the template all the same, as is a number in a text that a formula calculates with. A code that is no language, such as `dk` for `da`, is refused for a list with numbers or dates. Only with `csv` or `csv_base64`.',
      example: 'en-GB',
    }),
    repeated_people: z.enum(['warn', 'refuse']).optional().meta({
      description:
        'Rows with the same people as an earlier one: `warn`, the default, sends them and lists them in `warnings`; `refuse` sends nothing.',
    }),
  })
  .refine(
    ({ rows, csv, csv_base64: bytes }) =>
      [rows, csv, bytes].filter((list) => list !== undefined).length === 1,
    {
      error: issueMessage('api.oneListExpected'),
      path: ['rows'],
    },
  )
  .refine(({ rows, csv_locale: locale }) => rows === undefined || locale === undefined, {
    error: issueMessage('api.onlyWithCsv'),
    path: ['csv_locale'],
  })
  .meta({
    id: 'BulkSendInput',
    description:
      'Columns are found regardless of case. They are `ROLE.name` and `ROLE.email` for each role of the template (`name` and `email` if there is one role), optionally `ROLE.phone`, `ROLE.locale`, `ROLE.otp`, `ROLE.access_code`, `ROLE.subject`, `ROLE.message` and `external_id`; every other column is a preset value of the fields with its name as label.',
    // Without `csv_locale`, which `rows` cannot have.
    example: {
      template_id: 7,
      rows: [{ 'Tenant.name': 'Ada Lovelace', 'Tenant.email': 'ada@example.com', Rent: '1200' }],
    },
  })
export type BulkSendInput = z.output<typeof BulkSendInput>
