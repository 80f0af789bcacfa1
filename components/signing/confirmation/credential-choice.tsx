'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { formatTag } from '#lib/core/locales'
import { fill } from '../fill.ts'
import { chooseCredential } from '../session/calls.ts'
import { ConfirmationNotice } from './confirmation-notice.tsx'
import type { ConfirmationStep } from './confirmation-step.ts'

/** The certificates of the person at the provider, of which one signs. */
export function CredentialChoice({ token, confirmation, provider, t, onChanged }: ConfirmationStep) {
  const { credentials, failure } = confirmation
  const [id, setId] = useState((credentials.find(({ chosen }) => chosen) ?? credentials[0])?.id ?? '')
  const choose = useMutation({
    mutationFn: () => chooseCredential(token, id),
    onSettled: onChanged,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        choose.mutate()
      }}
    >
      <ConfirmationNotice
        failure={choose.isPending ? null : failure}
        error={choose.error}
        provider={provider}
        t={t}
      />
      <fieldset className="mt-6 flex flex-col gap-3 sideways:mt-3">
        <legend className="sr-only">{t.confirmChooseTitle}</legend>
        {credentials.map((credential) => (
          <label
            key={credential.id}
            className={cx(
              'flex cursor-pointer gap-4 rounded-lg border bg-card px-5 py-4 shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-accent',
              credential.id === id ? 'border-accent' : 'border-rule',
            )}
          >
            <input
              type="radio"
              name="credential"
              value={credential.id}
              checked={credential.id === id}
              onChange={() => setId(credential.id)}
              className="mt-1 size-5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi className="font-medium">{credential.subject}</bdi>
              <span className="block text-sm text-ink-soft">
                {fill(t.confirmIssued, {
                  issuer: credential.issuer,
                  date: new Date(credential.not_after).toLocaleDateString(formatTag(t.locale), {
                    dateStyle: 'long',
                    timeZone: 'UTC',
                  }),
                })}
              </span>
              {credential.qualified ? (
                <span className="block text-sm text-good">{t.confirmQualified}</span>
              ) : null}
            </span>
          </label>
        ))}
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="mt-6 w-full sm:w-auto sideways:mt-3"
        busy={choose.isPending}
      >
        {t.confirmChoose}
      </Button>
    </form>
  )
}
