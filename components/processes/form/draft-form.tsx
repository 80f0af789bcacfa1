'use client'

import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FolderSelect } from '#components/folders/folder-select.tsx'
import { useFolders } from '#components/folders/folders-query.ts'
import type { StoredDraft } from '#components/processes/form/form-document-row.tsx'
import { FormDocuments } from '#components/processes/form/form-documents.tsx'
import {
  toControlName,
  withExistingRecords,
  withoutAccessCodes,
} from '#components/processes/form/form-model.ts'
import { FormOptions } from '#components/processes/form/form-options.tsx'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { FormSigners } from '#components/processes/form/form-signers.tsx'
import { useRecordForm } from '#components/shell/input/record-form.tsx'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { usePageUrl } from '#components/shell/input/unsaved-input.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

interface DraftFormProps {
  /** The values that the form starts with. */
  start: ProcessForm
  /** The draft of a process as it was loaded, with its fields. */
  storedDraft?: StoredDraft | null
  /** The rules: those of a process, or of a template. */
  schema: () => Promise<z.ZodType<ProcessForm, ProcessForm>>
  /** A template has roles instead of people. */
  of: 'process' | 'template'
  /** Resolves to null where the stored version is kept; after any other result the editor of the fields opens. */
  save: (values: ProcessForm) => Promise<unknown>
}

/**
 * The form of a process or template: documents, signers or roles, message and options. Fields are placed afterwards.
 */
export function DraftForm({ start, storedDraft = null, schema, of, save }: DraftFormProps) {
  const t = useTranslations('processes.form')
  const form = useRecordForm<ProcessForm>({
    name: usePageUrl(),
    saved: start,
    schema,
    save,
    isLeaving: (saved) => saved !== null,
    findField: toControlName,
    withoutSecrets: withoutAccessCodes,
    adapt: (input) => withExistingRecords(input, start, of),
  })
  const isHydrated = useHydrated()
  const ofTemplate = of === 'template'
  const hasFolders = useFolders().length > 0

  return (
    <FormProvider {...form.methods}>
      <form inert={!isHydrated} noValidate onSubmit={form.submit} className="flex flex-col gap-10">
        <RestoredInput unsaved={form.unsaved} />
        <Field label={t(ofTemplate ? 'nameOfTemplate' : 'nameOfProcess')} error={form.error('name')}>
          <Input className="font-serif text-lg" {...form.register('name')} />
        </Field>
        {ofTemplate ? (
          <Field
            label={t('description')}
            optional
            hint={t('descriptionHint')}
            error={form.error('description')}
            className="-mt-4"
          >
            <Input {...form.register('description')} />
          </Field>
        ) : null}
        {hasFolders ? (
          <Field
            label={t('folder')}
            hint={t('folderHint')}
            error={form.error('folder')}
            className="-mt-4 max-w-md"
          >
            <FolderSelect
              emptyLabel={start.folder === '' ? t('folderOfDocuments') : undefined}
              {...form.register('folder')}
              value={form.input.folder}
            />
          </Field>
        ) : null}
        <Part number="1" title={t('documents')}>
          <FormDocuments anyState={ofTemplate} storedDraft={storedDraft} />
        </Part>
        <Part number="2" title={t(ofTemplate ? 'roles' : 'signers')}>
          <FormSigners ofTemplate={ofTemplate} />
        </Part>
        <Part number="3" title={t('options')}>
          <FormOptions start={start} />
        </Part>
        <div className="flex flex-col gap-4 border-t border-rule pt-6">
          <QueryErrorMessage
            error={form.failure}
            title={t(ofTemplate ? 'templateNotSaved' : 'draftNotSaved')}
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={form.isSaving}
            className="self-stretch sm:self-end"
          >
            {t('placeFields')}
            <ArrowRight className="size-4" aria-hidden="true" />
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function Part({ number, title, children }: { number: string; title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-4 md:grid-cols-[2.5rem_minmax(0,1fr)]">
      <span
        aria-hidden="true"
        className="figures hidden text-right font-serif text-2xl text-ink-faint italic md:block"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="heading mb-4 border-b border-rule pb-2 text-xl leading-8">{title}</h2>
        {children}
      </div>
    </section>
  )
}
