'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { listCsvLocales } from '#components/bulk/csv-locale.ts'
import { CsvLocaleField } from '#components/bulk/csv-locale-field.tsx'
import { CellErrors, RepeatedPeople } from '#components/bulk/list-errors.tsx'
import { ListFile } from '#components/bulk/list-file.tsx'
import { cellErrors, exampleCsv, keepableCsv } from '#components/bulk/list-model.ts'
import { useSendList } from '#components/bulk/queries.ts'
import { useLanguageForms } from '#components/i18n/language-forms.ts'
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

/** The language is the preselected one until another is chosen. */
const emptyList: { csv: string; chosenLocale: string | null } = { csv: '', chosenLocale: null }

function SendListForm({ template }: { template: TemplateRecord }) {
  useLanguageForms(template.options.locale)
  const t = useTranslations('bulk.send')
  const [csv, setCsv] = useState('')
  const [chosenLocale, setChosenLocale] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  const isHydrated = useHydrated()
  const browserLanguages = isHydrated ? navigator.languages : []
  const { locales, preselected } = listCsvLocales(template.options.locale, browserLanguages)
  const csvLocale = locales.find((locale) => locale === chosenLocale) ?? preselected
  const send = useSendList(template.id)
  const unsaved = useUnsavedInput({
    name: `${usePageUrl()} list`,
    start: emptyList,
    value: { csv: keepableCsv(csv, template), chosenLocale },
    show: (list) => {
      setCsv(list.csv)
      setChosenLocale(list.chosenLocale)
    },
    isSaving: send.isPending,
  })
  const router = useRouter()
  // Also after it is made, until its page is shown: sent again, each person would get two emails.
  const isBusy = send.isPending || send.isSuccess
  const errors = send.error instanceof ApiError ? cellErrors(send.error.fields) : []
  const repeatedPeople = send.error instanceof ApiError ? (send.error.fields.repeated_people ?? []) : []
  const example = exampleCsv(template)

  function sendList(repeatedPeopleRule: 'warn' | 'refuse') {
    if (isBusy || !csvLocale) return
    // Always: the language of the template may have been changed since the example was shown.
    const list = { csv, csv_locale: csvLocale, repeated_people: repeatedPeopleRule }
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
      <ListFile
        example={example}
        onChoose={(bytes) => {
          setIsRefused(isWorkbook(bytes))
          if (isWorkbook(bytes)) return
          setCsv(decodeCsv(bytes, template.options.locale))
          send.reset()
        }}
      />
      <CsvLocaleField
        locales={locales}
        value={csvLocale}
        onChange={(locale) => {
          setChosenLocale(locale)
          send.reset()
        }}
      />
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
        disabled={csv.trim() === '' || !csvLocale}
      >
        {t('submit')}
      </Button>
    </form>
  )
}
