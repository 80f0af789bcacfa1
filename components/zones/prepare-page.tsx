'use client'

import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { findLastEditor } from '#components/processes/detail/trail-texts.ts'
import { useProcess } from '#components/processes/process-query.ts'
import { trailQuery } from '#components/processes/queries.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { Empty } from '#components/ui/states.tsx'
import { type LoadedProcess, ProcessZoneEditor } from '#components/zones/process-zone-editor.tsx'
import { useProcessFields, useStoredFields } from '#components/zones/saving/process-fields.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import { SendDialog } from '#components/zones/send/send-dialog.tsx'
import { useEditorDocuments } from '#components/zones/use-documents.ts'
import { isSigning, processCan } from '#lib/processes/rules'

/** Loads the data of the editor, or shows why it cannot open. */
export function PreparePage({ id }: { id: number }) {
  const t = useTranslations()
  const process = useProcess(id, { refetchOnMount: 'always' })
  const fields = useStoredFields(id)
  const documents = useEditorDocuments(process.data?.documents ?? [])
  if (!process.data || !fields.data || !documents.loaded)
    return (
      <PageError
        query={!process.data ? process : fields.data ? documents : fields}
        title={process.data?.name ?? t('zones.tabTitle')}
        intro={process.data?.signers
          .filter(isSigning)
          .map(({ name }) => name)
          .join(', ')}
        up={{ href: '/processes', label: t('shell.nav.processes') }}
      />
    )
  const permission = processCan.edit(process.data)
  if (!permission.allowed)
    return (
      <>
        <title>{`${process.data.name} · ${t('zones.tabTitle')} · Paraph`}</title>
        <Empty
          title={t('zones.prepare.locked')}
          action={
            <Button asChild>
              <Link href={`/processes/${id}`}>{t('zones.prepare.viewProcess')}</Link>
            </Button>
          }
          className="min-h-dvh justify-center"
        >
          {t(`processes.refused.${permission.code}`)}
        </Empty>
      </>
    )
  return <Preparation process={process.data} fields={fields.data} documents={documents.loaded} />
}

function Preparation({ process, fields, documents }: LoadedProcess) {
  const t = useTranslations('zones')
  const client = useQueryClient()
  const router = useRouter()
  const showToast = useToast()
  const storage: ZoneStorage = {
    ...useProcessFields(process.id),
    async readEditor() {
      const trail = await client.fetchQuery({ ...trailQuery(process), staleTime: 0 })
      return findLastEditor(trail.data.events)
    },
  }
  function leave() {
    showToast(t('send.sent'))
    router.push(`/processes/${process.id}`)
  }
  return (
    <ProcessZoneEditor
      process={process}
      fields={fields}
      documents={documents}
      texts={{
        noSigners: t('prepare.noSigners'),
        back: { href: `/processes/${process.id}/edit`, label: t('prepare.back') },
        finish: t('prepare.finish'),
        finishMore: t('prepare.finishMore'),
      }}
      storage={storage}
      finish={(finishing) => <SendDialog process={process} {...finishing} onSent={leave} />}
    />
  )
}
