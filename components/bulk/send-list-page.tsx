'use client'

import { Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { CellErrors, RepeatedPeople } from '#components/bulk/list-errors.tsx'
import { cellErrors, exampleCsv, withoutAccessCodes } from '#components/bulk/list-model.ts'
import { useSendList } from '#components/bulk/queries.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { usePageUrl, useUnsavedInput } from '#components/shell/input/unsaved-input.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useTemplate } from '#components/templates/template-query.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { decodeCsv, isWorkbook } from '#lib/bulk/decode-csv'
import type { TemplateRecord } from '#lib/templates/schema'

/** The page that sends a template to a list of people. */
export function SendListPage({ id }: { id: number }) {
  const t = useTranslations('bulk.send')
  const template = useTemplate(id)
  const parentLinks = [
    { href: '/templates', label: t('templates') },
    { href: `/templates/${id}`, label: template.data?.name ?? t('template') },
  ]
  if (!template.data) return <PageError query={template} title={t('thisTemplate')} up={parentLinks} />
  return (
    <PageBody narrow>
      <PageHead title={t('title')} intro={t('intro')} up={parentLinks} />
      <TestBanner show={template.data.test_mode} />
      <SendListForm template={template.data} />
    </PageBody>
  )
}

function SendListForm({ template }: { template: TemplateRecord }) {
  const t = useTranslations('bulk.send')
  const [csv, setCsv] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const isHydrated = useHydrated()
  const fileInput = useRef<HTMLInputElement>(null)
  const send = useSendList(template.id)
  const unsaved = useUnsavedInput({
    name: usePageUrl(),
    start: '',
    value: withoutAccessCodes(csv, template),
    show: setCsv,
    isSaving: send.isPending,
  })
  const router = useRouter()
  // Also after it is made, until its page is shown: sent again, each person would get two emails.
  const isBusy = send.isPending || send.isSuccess
  const errors = send.error instanceof ApiError ? cellErrors(send.error.fields) : []
  const repeatedPeople = send.error instanceof ApiError ? (send.error.fields.repeated_people ?? []) : []
  const example = exampleCsv(template)

  function sendList(repeatedPeopleRule: 'warn' | 'refuse') {
    if (isBusy) return
    const list = { csv, repeated_people: repeatedPeopleRule }
    const saving = send.mutateAsync(list, {
      onSuccess: ({ data }) => router.push(`/templates/lists/${data.id}`),
    })
    unsaved.forgetAfter(saving)
  }

  return (
    <form
      inert={!isHydrated}
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        sendList('refuse')
      }}
    >
      <RestoredInput unsaved={unsaved} />
      {errors.length + repeatedPeople.length === 0 ? <QueryErrorMessage error={send.error} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => fileInput.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          {t('chooseFile')}
        </Button>
        <Button asChild variant="quiet">
          <a
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${example}`)}`}
            download="list.csv"
          >
            {t('example')}
          </a>
        </Button>
        <input
          ref={fileInput}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-label={t('file')}
          tabIndex={-1}
          className="sr-only"
          onChange={async (event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (!file) return
            const bytes = new Uint8Array(await file.arrayBuffer())
            setIsRefused(isWorkbook(bytes))
            if (isWorkbook(bytes)) return
            setCsv(decodeCsv(bytes, template.options.locale))
            send.reset()
          }}
        />
      </div>
      <Field label={t('list')} hint={t('listHint')} error={isRefused ? t('workbook') : undefined}>
        <Textarea
          rows={10}
          value={csv}
          placeholder={example}
          spellCheck={false}
          className="figures whitespace-pre"
          onChange={(event) => {
            setCsv(event.target.value)
            setIsRefused(false)
            send.reset()
          }}
        />
      </Field>
      {errors.length > 0 ? <CellErrors errors={errors} /> : null}
      {repeatedPeople.length > 0 ? (
        <RepeatedPeople warnings={repeatedPeople} onSend={() => sendList('warn')} busy={isBusy} />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={isBusy}
        disabled={csv.trim() === ''}
      >
        {t('submit')}
      </Button>
    </form>
  )
}
