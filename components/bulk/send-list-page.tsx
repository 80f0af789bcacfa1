'use client'

import { Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { type CellError, cellErrors, exampleCsv } from '#components/bulk/list-model.ts'
import { useSendList } from '#components/bulk/queries.ts'
import { useFormDraft, usePageUrl } from '#components/shell/form-draft.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { RestoredInput } from '#components/shell/restored-input.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { useTemplate } from '#components/templates/template-query.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DataTable } from '#components/ui/data-table.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'
import type { Column } from '#components/ui/table-head.tsx'
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
  const fileInput = useRef<HTMLInputElement>(null)
  const send = useSendList(template.id)
  const draft = useFormDraft({
    name: usePageUrl(),
    start: '',
    value: csv,
    show: setCsv,
    isSaving: send.isPending,
  })
  const router = useRouter()
  const errors = send.error instanceof ApiError ? cellErrors(send.error.fields) : []
  const example = exampleCsv(template)
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        const saving = send.mutateAsync(csv, {
          onSuccess: ({ data }) => router.push(`/templates/lists/${data.id}`),
        })
        draft.forgetAfter(saving)
      }}
    >
      <RestoredInput draft={draft} />
      {errors.length === 0 ? <QueryErrorMessage error={send.error} /> : null}
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
          accept=".csv,text/csv"
          aria-label={t('file')}
          tabIndex={-1}
          className="sr-only"
          onChange={async (event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) setCsv(await file.text())
          }}
        />
      </div>
      <Field label={t('list')} hint={t('listHint')}>
        <Textarea
          rows={10}
          value={csv}
          placeholder={example}
          spellCheck={false}
          className="figures whitespace-pre"
          onChange={(event) => setCsv(event.target.value)}
        />
      </Field>
      {errors.length > 0 ? <CellErrors errors={errors} /> : null}
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={send.isPending}
        disabled={csv.trim() === ''}
      >
        {t('submit')}
      </Button>
    </form>
  )
}

function CellErrors({ errors }: { errors: CellError[] }) {
  const t = useTranslations('bulk.send')
  const columns: Column<CellError>[] = [
    { head: t('row'), className: 'figures sm:w-20', cell: ({ row }) => row },
    { head: t('column'), className: 'break-words sm:w-44', cell: ({ column }) => column },
    { head: t('error'), cell: ({ message }) => message },
  ]
  return (
    <div role="alert" className="flex flex-col gap-3">
      <p className="text-danger">{t('nothingSent')}</p>
      <Card>
        <DataTable
          label={t('errors')}
          columns={columns}
          rows={errors.map((error) => ({ ...error, id: error.key }))}
        />
      </Card>
    </div>
  )
}
