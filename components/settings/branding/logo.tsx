'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { PlainImage } from '#components/ui/plain-image.tsx'

/** The logo, to upload or remove. */
export function LogoSetting({ url }: { url: string | null }) {
  const t = useTranslations('settings.logo')
  const tCommon = useTranslations('common')
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: (file: File | null) =>
      file ? api('PUT /account/logo', { body: { file } }) : api('DELETE /account/logo'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-medium">{t('label')}</span>
      <QueryErrorMessage error={change.error} />
      <div className="flex flex-wrap items-center gap-3">
        {url ? (
          <span className="rounded-md border border-rule bg-white p-2">
            <PlainImage
              src={url}
              alt={t('label')}
              width={192}
              height={32}
              className="h-8 w-auto max-w-48 object-contain"
            />
          </span>
        ) : null}
        <Button busy={change.isPending} onClick={() => input.current?.click()}>
          {t(url ? 'replace' : 'upload')}
        </Button>
        {url ? (
          <Button variant="quiet" onClick={() => change.mutate(null)}>
            {tCommon('remove')}
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          accept="image/png"
          aria-label={t('file')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) change.mutate(file)
            event.target.value = ''
          }}
        />
      </div>
      <p className="text-sm text-ink-soft">{t('hint')}</p>
    </div>
  )
}
