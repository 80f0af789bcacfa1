'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { type SignatureKind, signatureKinds } from '#lib/core/signature-kinds'

interface SignatureKindsProps {
  value: SignatureKind[]
  onChange: (kinds: SignatureKind[]) => void
}

/** How signers may sign; the last kind cannot be unchecked. */
export function SignatureKindsChoice({ value, onChange }: SignatureKindsProps) {
  const t = useTranslations('processes.signatureKinds')
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="text-sm font-medium text-ink">{t('title')}</legend>
      <div className="mt-2 flex flex-wrap gap-x-8 gap-y-3">
        {signatureKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(kind)}
            checked={value.includes(kind)}
            disabled={value.length === 1 && value[0] === kind}
            onChange={(isChecked) =>
              onChange(signatureKinds.filter((other) => (other === kind ? isChecked : value.includes(other))))
            }
          />
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-2 text-sm text-ink-faint">
        {t(
          value.includes('typed')
            ? 'hint'
            : value.includes('uploaded')
              ? 'hintWithoutTyped'
              : 'hintDrawnOnly',
        )}
      </p>
    </fieldset>
  )
}
