import { z } from 'zod'
import { processFormRules } from '#components/processes/form/form-rules.ts'
import type { ProcessTexts } from '#components/processes/process-texts.tsx'
import type { TemplateTexts } from '#components/templates/template-model.ts'
import { splitRows } from '#components/templates/template-use.ts'
import { limits } from '#lib/processes/facts'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

/** The form of a process with roles instead of signers: no email addresses, unique names. */
export function templateForm(t: TemplateTexts, processTexts: ProcessTexts) {
  const processForm = processFormRules(processTexts)
  const nameRule = (emptyMessage: string) =>
    z.string().trim().min(1, emptyMessage).max(limits.nameCharacters, t('form.errors.longName'))
  const RoleRow = processForm.shape.signers.element.extend({
    name: nameRule(t('form.errors.noRoleName')),
    email: z.string(),
  })
  return processForm.extend({
    name: nameRule(t('form.errors.noName')),
    signers: z.array(RoleRow).superRefine((roles, ctx) => {
      if (!roles.some(isSigning)) ctx.addIssue({ code: 'custom', message: t('form.errors.noSigner') })
      for (const [index, { name }] of roles.entries()) {
        const firstIndex = roles.findIndex((other) => other.name.toLowerCase() === name.toLowerCase())
        if (firstIndex < index && name)
          ctx.addIssue({ code: 'custom', path: [index, 'name'], message: t('form.errors.sameName') })
      }
    }),
  })
}

/** The form to use a template: a person for each role, and for each row of a list all of its values. */
export function templateUseForm(
  t: TemplateTexts,
  processTexts: ProcessTexts,
  variables: TemplateRecord['variables'],
) {
  const { shape } = processFormRules(processTexts)
  const { name, email, phone, accessCode } = shape.signers.element.shape
  const signer = z.object({
    ...{ role: z.string(), name, email, phone: phone.optional(), access_code: accessCode.optional() },
  })
  const texts = z.array(z.object({ name: z.string(), text: z.string() })).superRefine((rows, ctx) => {
    for (const [index, { text }] of rows.entries()) {
      const { type, members } = variables[index]!
      const line =
        type === 'list'
          ? splitRows(text, members.length).findIndex(({ length }) => length !== members.length)
          : -1
      const values = { line: line + 1, names: members.map(({ name }) => name).join(', ') }
      if (line >= 0)
        ctx.addIssue({ code: 'custom', path: [index, 'text'], message: t('useForm.rowsError', values) })
    }
  })
  return z.object({ name: shape.name, signers: z.array(signer), variables: texts })
}
