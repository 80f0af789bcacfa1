import type { useTranslations } from 'use-intl'
import type { Prepared } from '#components/processes/form/form-model.ts'
import type { FieldRecord, SignerRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

/** The data of the form, from a template or from the process that it is created from. */
export type TemplateData = Prepared & { fields: FieldRecord[] }

/** A template as a process whose signers are its roles: the position of a role, from 1, is its signer id. */
export function templateDataFromTemplate(template: TemplateRecord): TemplateData {
  const idByRole = new Map(template.roles.map((role, index) => [role.name, index + 1]))
  return {
    name: template.name,
    description: template.description,
    folder_id: template.folder_id,
    options: template.options,
    documents: template.documents.map((document) => ({
      ...document,
      status: 'uploaded' as const,
      deleted_at: null,
    })),
    signers: template.roles.map((role, index) => placeholderSigner(role, index + 1)),
    fields: template.fields.map(({ role, ...field }) => ({
      ...field,
      signer_id: idByRole.get(role) ?? 0,
    })),
  }
}

function placeholderSigner(role: TemplateRecord['roles'][number], id: number): SignerRecord {
  const noEvents = {
    invited_at: null,
    viewed_at: null,
    signed_at: null,
    refused_at: null,
    refusal_reason: null,
  }
  const emptySigner = {
    email: '',
    phone: null,
    locale: 'en',
    otp: null,
    status: 'pending' as const,
    reminders_sent: 0,
  }
  const noMail = { subject: null, message: null, delivery_error: null, delivery_error_detail: null }
  return { ...noEvents, ...emptySigner, ...noMail, ...role, id }
}

/** The texts of templates in the reader's language. */
export type TemplateTexts = ReturnType<typeof useTranslations<'templates'>>

/** A summary of a template: documents and roles. */
export function describeTemplate(
  { documents, roles }: Pick<TemplateRecord, 'documents' | 'roles'>,
  t: TemplateTexts,
): string {
  const count = t('documentCount', { count: documents.length })
  const roleNames = roles.map((role) => role.name).join(', ')
  return roleNames ? `${count} · ${roleNames}` : count
}
