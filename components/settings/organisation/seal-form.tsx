'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useSetSeal } from '#components/settings/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** Uploads a PKCS#12 file with its password, which no browser is to remember. */
export function SealForm({ isReplacement }: { isReplacement: boolean }) {
  const t = useTranslations('settings.seal')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const set = useSetSeal()
  const showToast = useToast()
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!file) return
        set.mutate(
          { file, password },
          {
            onSuccess: () => {
              setFile(null)
              setPassword('')
              showToast(t('saved'))
            },
          },
        )
      }}
    >
      <p className="max-w-prose text-sm text-ink-soft">{t(isReplacement ? 'replaceHint' : 'hint')}</p>
      <QueryErrorMessage error={set.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => input.current?.click()}>{t('choose')}</Button>
        {file ? <span className="min-w-0 break-all">{file.name}</span> : null}
        <input
          ref={input}
          type="file"
          accept=".p12,.pfx,application/x-pkcs12"
          aria-label={t('file')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            event.target.value = ''
          }}
        />
      </div>
      {file ? (
        <>
          <Field label={t('password')} className="max-w-96">
            <Input
              type="password"
              autoComplete="off"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" busy={set.isPending} className="self-start">
            {t(isReplacement ? 'replace' : 'submit')}
          </Button>
        </>
      ) : null}
    </form>
  )
}
