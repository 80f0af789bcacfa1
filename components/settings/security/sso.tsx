'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { ssoQuery, useRemoveSso } from '#components/settings/queries.ts'
import { SsoForm } from '#components/settings/security/sso-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** Sign-in through the organisation's OpenID provider; for administrators. */
export function SsoSection() {
  const t = useTranslations('settings.sso')
  const sso = useQuery({ ...ssoQuery, select: (body) => body.data })
  return (
    <Section title={t('title')} headerActions={sso.data?.issuer ? <RemoveButton /> : null}>
      <QueryErrorMessage error={sso.error} onRetry={() => sso.refetch()} />
      {sso.data ? (
        <div className="grid items-start gap-x-12 gap-y-6 xl:grid-cols-2">
          <SsoForm sso={sso.data} />
          {/* First on a phone, because the provider must know the redirect URI before the form can be filled in. */}
          <div className="order-first flex flex-col gap-5 xl:order-none">
            <ReadOnlyUrl label={t('redirectUri')} hint={t('redirectUriHint')} url={sso.data.callback_url} />
            {sso.data.issuer ? (
              <ReadOnlyUrl label={t('signInLink')} hint={t('signInLinkHint')} url={sso.data.sign_in_url} />
            ) : null}
          </div>
        </div>
      ) : null}
    </Section>
  )
}

function ReadOnlyUrl({ label, hint, url }: { label: string; hint: string; url: string }) {
  return (
    <Field label={label} hint={hint}>
      <Input
        readOnly
        value={url}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="font-mono text-sm"
      />
    </Field>
  )
}

function RemoveButton() {
  const t = useTranslations('settings.sso')
  const tCommon = useTranslations('common')
  const [open, setOpen] = useState(false)
  const remove = useRemoveSso()
  const showToast = useToast()
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        {tCommon('remove')}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={t('removeTitle')}
        description={t('removeText')}
        confirmLabel={tCommon('remove')}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setOpen(false)
              showToast(t('removed'))
            },
          })
        }
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
