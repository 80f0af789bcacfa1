import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { regionalNames } from '#components/i18n/regional-names.ts'
import { signerLocales } from '#lib/core/locales'
import en from '#messages/en/dashboard.json'
import { emptyForm } from './form-model.ts'
import { FormOptions } from './form-options.tsx'
import type { ProcessForm } from './form-rules.ts'

function Options(values: Partial<ProcessForm>) {
  const start = { ...emptyForm([], { expires_in_days: 90, reminder_days: 7 }), ...values }
  const form = useForm<ProcessForm>({ values: start })
  return (
    <FormProvider {...form}>
      <FormOptions start={start} />
    </FormProvider>
  )
}

const show = (values: Partial<ProcessForm>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <Options {...values} />
      </IntlProvider>
    </QueryClientProvider>,
  )

/** The languages that the form offers when it starts with this one; the chosen one has a star. */
function offeredLanguages(language: string): string[] {
  return [...show({ language }).matchAll(/<option value="([\w-]*)"[^>]*?( selected="")?>/g)].map(
    ([, value, selected]) => `${value}${selected ? '*' : ''}`,
  )
}

it('offers the default of the organisation as language only where it is taken', () => {
  expect(offeredLanguages('').slice(0, 3)).toEqual(['*', 'en', 'fr'])
  expect(offeredLanguages('fr').slice(0, 3)).toEqual(['en', 'fr*', 'de'])
})

it('offers the languages in the regions that write numbers and dates otherwise, after all others', () => {
  expect(offeredLanguages('').slice(1)).toEqual([...signerLocales, ...Object.keys(regionalNames)])
  expect(offeredLanguages('es-MX').filter((language) => language.startsWith('es-MX'))).toEqual(['es-MX*'])
})

it('offers a language with a region that the API has stored', () => {
  expect(offeredLanguages('de-AT').slice(0, 3)).toEqual(['de-AT*', 'en', 'fr'])
})

it('offers reminders only where emails are sent', () => {
  const { reminders, reminderDays } = en.processes.options
  for (const text of [reminders, reminderDays]) {
    expect(show({ notifications: true })).toContain(text)
    expect(show({ notifications: false })).not.toContain(text)
  }
})
