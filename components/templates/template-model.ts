import { z } from 'zod'
import { type Prepared, processFormRules } from '#components/processes/form-model.ts'
import type { ProcessTexts } from '#components/processes/process-texts.tsx'
import type { EditorDocument } from '#components/zones/editor-state.ts'
import { type DraftZone, zoneToInput } from '#components/zones/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { FieldRecord, ProcessRecord, SignerRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

/** The data of form and editor: of a template, or of the process it is created from. */
type Pattern = Prepared & { fields: FieldRecord[] }

/** A template as a process whose signers are its roles: each role's number stands in for a signer's. */
export function templateDataOf(template: TemplateRecord): Pattern {
  const numbers = new Map(template.roles.map((role, index) => [role.name, index + 1]))
  return {
    name: template.name,
    description: template.description,
    folder_id: template.folder_id,
    options: template.options,
    documents: template.documents.map((item) => ({ ...item, status: 'uploaded' as const, deleted_at: null })),
    signers: template.roles.map((role, index) => placeholderSigner(role, index + 1)),
    fields: template.fields.map(({ role, ...field }, index) => ({
      ...field,
      id: index + 1,
      signer_id: numbers.get(role) ?? 0,
    })),
  }
}

/**
 * A template from a process: its signers become roles with their names. The signers' values and the added signature
 * pages are left out.
 */
export function templateDataFrom(process: ProcessRecord, count: EditorDocument[]): Pattern {
  const countByName = new Map<string, number>()
  const signers = process.signers.map((signer) => {
    const key = signer.name.toLowerCase()
    const times = (countByName.get(key) ?? 0) + 1
    countByName.set(key, times)
    return { ...signer, email: '', name: times > 1 ? `${signer.name} (${times})` : signer.name }
  })
  const pages = new Map(count.map((document) => [document.id, document.pages.length]))
  const signed = new Set(signers.filter((item) => item.status === 'signed').map((item) => item.id))
  return {
    name: process.name,
    description: process.description,
    folder_id: process.folder_id,
    options: process.options,
    documents: process.documents.map((item) => ({
      ...item,
      page_count: pages.get(item.id) ?? item.page_count,
    })),
    signers,
    fields: process.fields
      .filter((field) => field.page <= (pages.get(field.document_id) ?? 0))
      .map((field) => (signed.has(field.signer_id) && !field.read_only ? { ...field, value: null } : field)),
  }
}

function placeholderSigner(role: TemplateRecord['roles'][number], id: number): SignerRecord {
  const never = { invited_at: null, viewed_at: null, signed_at: null, refused_at: null, refusal_reason: null }
  const emptySigner = { email: '', phone: null, locale: 'en', status: 'pending' as const, reminders_sent: 0 }
  const noMail = { subject: null, message: null, delivery_error: null }
  return { ...never, ...emptySigner, ...noMail, ...role, id }
}

/** The form of a process with roles instead of signers: no email addresses, unique names. */
export function templateFormRules(t: ProcessTexts) {
  const rules = processFormRules(t)
  return rules.extend({
    name: z.string().trim().min(1, 'Give the template a name.').max(255, 'At most 255 characters.'),
    signers: z
      .array(
        rules.shape.signers.element.extend({
          name: z.string().trim().min(1, 'Name the role.').max(255, 'At most 255 characters.'),
          email: z.string(),
        }),
      )
      .superRefine((rows, ctx) => {
        if (!rows.some(isSigning))
          ctx.addIssue({
            code: 'custom',
            message: 'A template needs at least one role that signs or approves.',
          })
        for (const [index, row] of rows.entries()) {
          const same = rows.findIndex((otherRow) => otherRow.name.toLowerCase() === row.name.toLowerCase())
          if (same < index && row.name)
            ctx.addIssue({ code: 'custom', path: [index, 'name'], message: 'Another role has this name.' })
        }
      }),
  })
}

/** The fields as API input, without those of deleted roles. */
export function zonesFor(
  zones: ReturnType<typeof zoneToInput>[],
  roles: { id?: number; name: string; role: SignerRecord['role'] }[],
  documentIds: Set<number>,
) {
  const names = new Map(roles.filter(isSigning).map((role) => [role.id, role.name]))
  return zones.flatMap(({ signer_id, ...zone }) => {
    const role = names.get(signer_id)
    return role !== undefined && documentIds.has(zone.document_id) ? [{ ...zone, role }] : []
  })
}

/** The fields of the editor for the roles of the template. */
export function zonesOfEditor(zones: DraftZone[], pattern: Pattern) {
  return zonesFor(zones.map(zoneToInput), pattern.signers, new Set(pattern.documents.map((item) => item.id)))
}

/** A summary of a template: documents and roles. */
export function summaryOf({ documents, roles }: Pick<TemplateRecord, 'documents' | 'roles'>): string {
  const count = documents.length === 1 ? '1 document' : `${documents.length} documents`
  const roleNames = roles.map((role) => role.name).join(', ')
  return roleNames ? `${count} · ${roleNames}` : count
}

export function usageText(count: number): string {
  if (count === 0) return 'not used yet'
  return count === 1 ? 'used once' : `used ${count.toLocaleString('en')} times`
}
