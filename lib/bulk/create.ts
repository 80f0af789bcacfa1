import { and, eq } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { templates } from '#db/schema/templates'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { type FieldErrors, forbidden, throwIfInvalid, validationError } from '#lib/core/errors'
import { findLanguageForms } from '#lib/core/text/language-forms'
import { enqueue } from '#lib/jobs/enqueue'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { checkPresets, findStoredPresetErrors } from '#lib/processes/fields/presets'
import { loadWholeTemplate, lockTemplate } from '#lib/templates/load'
import type { TemplateRow, WholeTemplate } from '#lib/templates/present'
import { findTemplateErrors } from '#lib/templates/sendable'
import { isFilledIn } from '#lib/templates/zones'
import { type Cells, hasPersonColumn, nameColumns } from './columns.ts'
import { type CsvRows, parseCsv } from './csv.ts'
import { decodeCsv, isWorkbook } from './decode-csv.ts'
import { presentBulkSend } from './present.ts'
import { findRepeatedPeople } from './repeated-people.ts'
import { checkRows, hasLocalValues, readLocalRows } from './rows.ts'
import { type BulkSendInput, type BulkSendRecord, MAX_ROWS } from './schema.ts'
import { toStoredInput, withoutAccessCodes } from './stored-row.ts'

/** Its jobs send the rows of a bulk send. */
export const BULK_QUEUE = 'bulk.send'

const ROWS_PER_INSERT = 500

/**
 * Checks a whole list and starts to send a template to it, one process for each row.
 * @throws AppError `validation_error` under `template_id`, `csv_locale`, `rows.N.COLUMN` (N from 0, in a CSV with its
 * empty rows) or `repeated_people`
 */
export async function createBulkSend(ctx: Ctx, input: BulkSendInput): Promise<BulkSendRecord> {
  authorize(ctx, 'process.send')
  authorize(ctx, 'template.read')
  const { actor } = ctx
  if (actor.type !== 'user' && actor.type !== 'api_key') throw forbidden()
  const template = await findTemplate(ctx, input.template_id)
  const whole = await read(ctx, (reader) => loadWholeTemplate(reader, ctx, template))
  if (whole.documents.some(isFilledIn))
    throw validationError({ template_id: [errorText('documents.templateNeedsValues')] })
  const member = getListMember(input)
  const { rows, numbers } = parseRows(input, template)
  const errors: FieldErrors = {}
  const locale = member === 'rows' ? null : (input.csv_locale ?? template.options.locale)
  if (locale !== null && !findLanguageForms(locale).isKnown && hasLocalValues(rows, template))
    throw validationError({ csv_locale: [errorText('values.mustBeLanguageTag')] })
  const plainRows = locale === null ? rows : readLocalRows(rows, template, locale, errors)
  const checks = await checkPresets(ctx, template.fields, plainRows, template.options.locale)
  const inputs = await checkRows(plainRows, template, checks, errors)
  await checkTemplate(ctx, whole, rows, errors)
  throwIfInvalid(withRowNumbers(errors, numbers))
  const reading = { changeCount: template.changeCount, locale }
  const warnings = findRepeatedPeople(inputs, numbers)
  if (input.repeated_people === 'refuse' && warnings.length > 0) throwIfInvalid({ repeated_people: warnings })
  return write(ctx, async (tx) => {
    const { folderId } = await lockTemplate(tx, ctx, template.id)
    const [bulkSend] = await tx
      .insert(bulkSends)
      .values({
        tenantId: ctx.tenantId,
        templateId: template.id,
        name: input.name ?? template.name,
        status: 'running',
        columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
        warnings,
        actor,
        address: ctx.address,
        folderId,
        testMode: ctx.testMode,
        createdByName: createdBy(ctx).createdByName,
        createdAt: ctx.now,
      })
      .returning()
    const { id } = bulkSend!
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const batch = rows.slice(start, start + ROWS_PER_INSERT)
      await tx.insert(bulkSendRows).values(
        batch.map((cells, index) => ({
          tenantId: ctx.tenantId,
          bulkSendId: id,
          number: numbers[start + index]!,
          cells: withoutAccessCodes(cells, template.roles),
          input: toStoredInput(inputs[start + index]!, reading),
          status: 'pending' as const,
        })),
      )
    }
    await record(tx, ctx, {
      type: 'bulk_send.created',
      subject: { template: template.id },
      data: { bulk_send_id: id, template_id: template.id, rows: rows.length, test_mode: ctx.testMode },
    })
    await enqueueBulkSend(tx, ctx, id)
    return presentBulkSend(tx, ctx, bulkSend!)
  })
}

async function findTemplate(ctx: Ctx, id: number): Promise<TemplateRow> {
  const [template] = await read(ctx, (reader) =>
    reader
      .select()
      .from(templates)
      .where(
        and(eq(templates.tenantId, ctx.tenantId), eq(templates.testMode, ctx.testMode), eq(templates.id, id)),
      ),
  )
  if (!template) throw validationError({ template_id: [errorText('documents.templateDoesNotExist', { id })] })
  return template
}

/** What would keep rows from being sent. The template's own preset values count unless each row has one in their place. */
async function checkTemplate(
  ctx: Ctx,
  whole: WholeTemplate,
  rows: Record<string, string>[],
  errors: FieldErrors,
): Promise<void> {
  const { fields } = whole.template
  const filled = new Set(Object.keys(rows[0] ?? {}))
  for (const row of rows)
    for (const column of filled) if (!Object.hasOwn(row, column) || row[column] === '') filled.delete(column)
  const kept = fields.filter(({ label }) => label === null || !filled.has(label))
  const messages = Object.values({
    ...(await read(ctx, (reader) => findTemplateErrors(reader, ctx, whole))),
    ...(await findStoredPresetErrors(ctx, kept)),
  }).flat()
  if (messages.length > 0) errors.template_id = messages
}

/** Enqueues the job that sends the next rows. */
export function enqueueBulkSend(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  bulkSendId: number,
): Promise<void> {
  return enqueue(tx, BULK_QUEUE, { tenantId, bulkSendId })
}

type ListMember = 'rows' | 'csv' | 'csv_base64'

function getListMember({ rows, csv }: BulkSendInput): ListMember {
  if (rows !== undefined) return 'rows'
  return csv === undefined ? 'csv_base64' : 'csv'
}

/** The rows of the list, with the columns named as the template names them. */
function parseRows(input: BulkSendInput, template: TemplateRow): CsvRows {
  const refuse = (error: ErrorText) => validationError({ [getListMember(input)]: [error] })
  const list = readList(input, template)
  if (!('rows' in list)) throw refuse(list)
  const rows = nameColumns(list.rows, template)
  if (!Array.isArray(rows)) throw refuse(rows)
  const error = findLengthError(rows)
  if (error) throw refuse(error)
  return { rows, numbers: list.numbers }
}

function readList({ rows, csv, csv_base64: base64 = '' }: BulkSendInput, template: TemplateRow) {
  if (rows) return { rows, numbers: rows.map((_, index) => index + 1) }
  const bytes = Buffer.from(base64, 'base64')
  if (isWorkbook(bytes)) return errorText('documents.listIsWorkbook')
  const text = csv ?? decodeCsv(bytes, template.options.locale)
  return parseCsv(text, (columns) => hasPersonColumn(columns, template))
}

/** Errors under `rows.N`, N being the place among the rows that were read, by that in the list. */
function withRowNumbers(errors: FieldErrors, numbers: number[]): FieldErrors {
  const renamed = Object.entries(errors).map(([path, messages]) => [
    path.replace(/^rows\.(\d+)/, (_, index) => `rows.${numbers[index]! - 1}`),
    messages,
  ])
  return Object.fromEntries(renamed)
}

function findLengthError(rows: Cells[]): ErrorText | null {
  if (rows.length === 0) return errorText('documents.listEmpty')
  return rows.length > MAX_ROWS ? errorText('documents.listHasTooManyRows', { limit: MAX_ROWS }) : null
}
