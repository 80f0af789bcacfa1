import { useTranslations } from 'use-intl'
import type { TemplateUse } from '#components/templates/template-use.ts'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Textarea } from '#components/ui/form/input.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

type TextPath = `variables.${number}.text`

interface VariableFieldsProps {
  variables: TemplateRecord['variables']
  texts: TemplateUse['variables']
  form: {
    register: (path: TextPath) => object
    error: (path: TextPath) => string | undefined
    setField: (path: TextPath, text: string) => void
  }
}

/** A field for each variable of a template: a text, a condition, or the rows of a list. */
export function VariableFields({ variables, texts, form }: VariableFieldsProps) {
  const t = useTranslations('templates.useForm')
  if (variables.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-3 font-serif text-lg">{t('variables')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {variables.map(({ name, type, members }, index) => {
          const path: TextPath = `variables.${index}.text`
          if (type === 'condition')
            return (
              <Checkbox
                key={name}
                label={name}
                className="self-center"
                checked={texts[index]?.text === 'true'}
                onChange={(isChecked) => form.setField(path, isChecked ? 'true' : '')}
              />
            )
          if (type === 'text')
            return (
              <Field key={name} label={name} error={form.error(path)}>
                <Input autoComplete="off" {...form.register(path)} />
              </Field>
            )
          const names = members.map((member) => member.name).join(', ')
          return (
            <Field
              key={name}
              label={name}
              className="sm:col-span-2"
              hint={t('rowsHint', { names })}
              error={form.error(path)}
            >
              <Textarea {...form.register(path)} />
            </Field>
          )
        })}
      </div>
    </fieldset>
  )
}
