import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useAccount, useCan } from '#components/shell/account.ts'
import { signatureProviderQuery } from '#components/shell/signature-provider.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { signatureLevels } from '#lib/core/enumerations'
import type { SignerRecord } from '#lib/processes/schema'

interface LevelChoiceProps {
  /** The properties of the registered control. */
  control: ComponentProps<typeof Select>
  /** The level that is stored: it is shown also when the service is gone. */
  level: SignerRecord['signature_level']
  error: string | undefined
}

/** Who makes the signature; only where the organisation has a remote signing service is there a choice. */
export function LevelChoice({ control, level, error }: LevelChoiceProps) {
  const t = useTranslations('processes.form.details')
  const isTest = useAccount().data?.test_mode ?? false
  const query = useQuery({ ...signatureProviderQuery, select: (body) => body.data.name, staleTime: 60_000 })
  const provider = query.data ?? null
  const maySet = useCan('signing_service.change')
  if (provider === null && level === 'simple')
    return maySet && query.isSuccess ? (
      <p className="self-end text-sm text-ink-soft">
        {t.rich('levelUnset', {
          settings: (text) => (
            <Link
              href="/settings/signing-service"
              className="text-accent underline underline-offset-4 hover:text-accent-deep"
            >
              {text}
            </Link>
          ),
        })}
      </p>
    ) : null
  return (
    <Field
      label={t('level')}
      hint={isTest ? t('levelTest') : t('levelHint', { provider: provider ?? t('levelNoService') })}
      error={error}
    >
      <Select {...control}>
        {signatureLevels.map((known) => (
          <option key={known} value={known}>
            {t(`levels.${known}`)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
