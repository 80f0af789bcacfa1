'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readVersioned, type VersionedResponse } from '#components/api/client.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { useTemplate } from '#components/templates/template-query.ts'
import { type TemplateResponse, templateStorage, toStored } from '#components/templates/template-storage.ts'
import { editorSigners, formatRoles } from '#components/templates/template-zones.ts'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import type { EditorDocument } from '#components/zones/model/editor-state.ts'
import { FinishAfterSave } from '#components/zones/saving/finish-after-save.tsx'
import { useStored } from '#components/zones/saving/use-stored.ts'
import { useEditorDocuments } from '#components/zones/use-documents.ts'
import { ZoneEditor } from '#components/zones/zone-editor.tsx'
import { isSigning } from '#lib/processes/rules'

/** The editor for the fields of a template's roles. */
export function TemplatePreparePage({ id }: { id: number }) {
  const t = useTranslations('templates')
  const template = useTemplate(id, { refetchOnMount: 'always' })
  const stored = useStored(`templates/${id}`, () => readVersioned('GET /templates/{id}', { path: { id } }))
  const documents = useEditorDocuments(template.data?.documents ?? [])
  if (!template.data || !stored.data || !documents.loaded)
    return (
      <PageError
        query={[template, stored].find((query) => !query.data) ?? documents}
        title={template.data?.name ?? t('title')}
        intro={template.data?.roles
          .filter(isSigning)
          .map(({ name }) => name)
          .join(', ')}
        up={{ href: '/templates', label: t('title') }}
      />
    )
  return (
    <Preparation
      key={formatRoles(stored.data.body.data)}
      stored={stored.data}
      documents={documents.loaded}
      reload={() => Promise.all([template.refetch(), stored.refetch()])}
    />
  )
}

interface PreparationProps {
  stored: VersionedResponse<TemplateResponse>
  documents: EditorDocument[]
  reload: () => Promise<unknown>
}

function Preparation({ stored, documents, reload }: PreparationProps) {
  const t = useTranslations('templates.editor')
  const client = useQueryClient()
  const template = stored.body.data
  const router = useRouter()
  const [hasOtherRoles, setOtherRoles] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const [isReloading, setReloading] = useState(false)
  const storage = templateStorage(template, {
    // The fields are read regularly: once dismissed, the dialog comes again for changes only.
    onOtherRoles(purpose) {
      if (purpose === 'save' || !isDismissed) setOtherRoles(true)
    },
    onSaved(saved) {
      client.setQueryData(['templates', template.id], saved)
      void client.invalidateQueries({ queryKey: ['templates', template.id], refetchType: 'none' })
    },
    texts: { otherRoles: t('rolesChanged.title'), roleGone: t('roleGone') },
  })
  const leave = useCallback(() => router.push(`/templates/${template.id}`), [router, template.id])
  async function loadAgain() {
    setReloading(true)
    await reload()
    setReloading(false)
    setOtherRoles(false)
  }
  return (
    <>
      <ZoneEditor
        id={`templates/${template.id}`}
        name={template.name}
        test={template.test_mode}
        texts={{
          person: t('role'),
          noSigners: t('noSigners'),
          back: { href: `/templates/${template.id}/edit`, label: t('back') },
          finish: t('finish'),
        }}
        documents={documents}
        locale={template.options.locale}
        signers={editorSigners(template)}
        stored={() => toStored(stored)}
        storage={storage}
        finish={(finishing) => <FinishAfterSave {...finishing} onSaved={leave} />}
      />
      <Confirm
        open={hasOtherRoles}
        onOpenChange={(open) => {
          setOtherRoles(open)
          setDismissed(true)
        }}
        title={t('rolesChanged.title')}
        description={t('rolesChanged.text')}
        confirmLabel={t('rolesChanged.load')}
        busy={isReloading}
        onConfirm={() => void loadAgain()}
      />
    </>
  )
}
