'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { AddPasskey } from '#components/second-factor/add-passkey.tsx'
import { AddTotp } from '#components/second-factor/add-totp.tsx'
import {
  createRecoveryCodes,
  removePasskey,
  removeTotp,
  useFactors,
  useRefreshFactors,
} from '#components/second-factor/queries.ts'
import { RecoveryCodes } from '#components/second-factor/recovery-codes.tsx'
import { RemoveFactor } from '#components/second-factor/remove-factor.tsx'
import { RenamePasskey } from '#components/second-factor/rename-passkey.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PasskeyRecord } from '#lib/identity/factors/schema'

/** The second factors of the user: authenticator app, passkeys and recovery codes. */
export function FactorsSection() {
  const t = useTranslations('secondFactor')
  const { error, hasTotp, passkeys, codesLeft } = useFactors()
  const refresh = useRefreshFactors()
  const [codes, setCodes] = useState<string[] | null>(null)
  const renewCodes = useMutation({
    mutationFn: createRecoveryCodes,
    onSuccess: ({ data }) => showCodes(data.codes),
  })
  const hasFactor = hasTotp || passkeys.length > 0

  function showCodes(newCodes: string[] | null) {
    setCodes(newCodes)
    void refresh()
  }

  return (
    <Section title={t('title')}>
      <QueryErrorMessage error={error ?? renewCodes.error} className="mb-3" />
      <p className="text-sm text-ink-soft">{t(hasFactor ? 'withFactor' : 'withoutFactor')}</p>
      <ul className="mt-2 divide-y divide-rule">
        <FactorRow
          name={t('list.totp')}
          detail={t(hasTotp ? 'list.totpOn' : 'list.totpOff')}
          action={
            hasTotp ? (
              <RemoveFactor
                label={t('remove.totpLabel')}
                title={t('remove.totpTitle')}
                remove={removeTotp}
                onRemoved={refresh}
              />
            ) : (
              <AddTotp label={t('list.setup')} size="sm" onAdded={showCodes} />
            )
          }
        />
        {passkeys.map((passkey) => (
          <FactorRow
            key={passkey.id}
            name={passkey.name}
            detail={<PasskeyUse passkey={passkey} />}
            action={
              <span className="flex flex-wrap justify-end gap-2">
                <RenamePasskey passkey={passkey} onRenamed={refresh} />
                <RemoveFactor
                  label={t('remove.passkeyLabel', { name: passkey.name })}
                  title={t('remove.passkeyTitle', { name: passkey.name })}
                  remove={() => removePasskey(passkey.id)}
                  onRemoved={refresh}
                />
              </span>
            }
          />
        ))}
        <FactorRow
          name={t(passkeys.length > 0 ? 'list.anotherPasskey' : 'list.passkey')}
          detail={t('list.passkeyText')}
          action={<AddPasskey label={t('list.add')} size="sm" onAdded={showCodes} />}
        />
        {hasFactor ? (
          <FactorRow
            name={t('list.recoveryCodes')}
            detail={t('list.codesLeft', { count: codesLeft })}
            action={
              <Button size="sm" busy={renewCodes.isPending} onClick={() => renewCodes.mutate()}>
                {t('list.newCodes')}
              </Button>
            }
          />
        ) : null}
      </ul>
      <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
    </Section>
  )
}

function FactorRow({ name, detail, action }: { name: string; detail: ReactNode; action: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="text-sm text-ink-soft">{detail}</p>
      </div>
      {action}
    </li>
  )
}

function PasskeyUse({ passkey: { last_used_at } }: { passkey: PasskeyRecord }) {
  const t = useTranslations('secondFactor.list')
  if (!last_used_at) return t('passkeyUnused')
  return t.rich('passkeyUsed', { time: () => <Time at={last_used_at} show="distance" /> })
}
