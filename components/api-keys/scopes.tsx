'use client'

import { useTranslations } from 'use-intl'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { type Scope, scopes } from '#lib/core/roles'

interface ScopesProps {
  value: Scope[]
  onChange: (scopes: Scope[]) => void
  error?: string | undefined
}

/** Checkboxes for the scopes. */
export function Scopes({ value, onChange, error }: ScopesProps) {
  const t = useTranslations('apiKeys')
  return (
    <fieldset className="flex flex-col gap-2.5" aria-describedby={error ? 'scopes-error' : undefined}>
      <legend className="mb-2 text-sm font-medium">{t('form.scopes')}</legend>
      <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={<span className="font-normal">{t(`scopes.${scope}`)}</span>}
            checked={value.includes(scope)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...value, scope] : value.filter((selected) => selected !== scope))
            }
          />
        ))}
      </div>
      <p className="text-sm text-ink-faint">{t('form.linksHint')}</p>
      {error ? (
        <p id="scopes-error" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
