'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { AddPasskey } from '#components/second-factor/add-passkey.tsx'
import { AddTotp } from '#components/second-factor/add-totp.tsx'
import { createRecoveryCodes, useFactors, useRefreshFactors } from '#components/second-factor/queries.ts'
import { RecoveryCodes } from '#components/second-factor/recovery-codes.tsx'
import { RemoveFactor } from '#components/second-factor/remove-factor.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'

/** The second factors of the user: authenticator app, passkeys and recovery codes. */
export function FactorsSection() {
  const { error, hasTotp, passkeys, codesLeft } = useFactors()
  const refresh = useRefreshFactors()
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useMutation({ mutationFn: createRecoveryCodes, onSuccess: ({ data }) => show(data.codes) })
  const hasFactor = hasTotp || passkeys.length > 0

  function show(newCodes: string[] | null) {
    setCodes(newCodes)
    void refresh()
  }

  return (
    <Section title="Second factor">
      <QueryErrorMessage error={error ?? renew.error} className="mb-3" />
      <p className="text-sm text-ink-soft">
        {hasFactor
          ? 'Signing in asks for your password and one of these.'
          : 'With a second factor, a stolen password is not enough to sign in as you.'}
      </p>
      <ul className="mt-2 divide-y divide-rule">
        <Row
          name="Authenticator app"
          detail={hasTotp ? 'On' : 'Codes from an app on your phone'}
          action={
            hasTotp ? (
              <RemoveFactor name="the authenticator app" path="/user/totp" onRemoved={refresh} />
            ) : (
              <AddTotp label="Set up" size="sm" onAdded={show} />
            )
          }
        />
        {passkeys.map(({ id, name, last_used_at }) => (
          <Row
            key={id}
            name={name}
            detail={
              <>
                Passkey, {last_used_at ? 'last used ' : 'not used yet'}
                {last_used_at ? <Time at={last_used_at} show="distance" /> : null}
              </>
            }
            action={
              <RemoveFactor name={`the passkey ${name}`} path={`/user/passkeys/${id}`} onRemoved={refresh} />
            }
          />
        ))}
        <Row
          name={passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
          detail="Fingerprint, face, PIN or a security key"
          action={<AddPasskey label="Add" size="sm" onAdded={show} />}
        />
        {hasFactor ? (
          <Row
            name="Recovery codes"
            detail={`${codesLeft} left`}
            action={
              <Button size="sm" busy={renew.isPending} onClick={() => renew.mutate()}>
                New codes
              </Button>
            }
          />
        ) : null}
      </ul>
      <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
    </Section>
  )
}

function Row({ name, detail, action }: { name: string; detail: ReactNode; action: ReactNode }) {
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
