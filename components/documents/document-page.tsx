'use client'

import { Download, PenLine, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useDelete } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { pagesOf } from '#components/documents/document-columns.tsx'
import { DocumentStatus } from '#components/documents/document-status.tsx'
import { useDocument } from '#components/documents/queries.ts'
import { useFolderRow } from '#components/folders/move-folder.tsx'
import { useCan } from '#components/shell/account.ts'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Time } from '#components/ui/time.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { PageColumn } from '#components/viewer/page-column.tsx'
import { activeContentLabels } from '#lib/documents/rules'
import type { DocumentRecord } from '#lib/documents/schema'

const up = { href: '/documents', label: 'Documents' }

/** The URL of the file. */
export function fileUrl(id: number): string {
  return `/api/v1/documents/${id}/download`
}

export function DocumentPage({ id }: { id: number }) {
  const document = useDocument(id)
  if (!document.data) return <PageError query={document} title="This document" up={up} />
  return <DocumentDetails document={document.data} notice={<StaleDataNotice query={document} />} />
}

function DocumentDetails({ document, notice }: { document: DocumentRecord; notice: ReactNode }) {
  const free = document.status === 'uploaded'
  const mayWrite = useCan('document.write')
  const folderRow = useFolderRow({ kind: 'document', record: document })
  return (
    <PageBody>
      <PageHead
        title={document.name}
        intro={<DocumentStatus status={document.status} />}
        up={up}
        actions={
          <>
            {mayWrite && free ? <DeleteButton document={document} /> : null}
            <Button asChild>
              <a href={fileUrl(document.id)} download={document.original_filename}>
                <Download className="size-4" aria-hidden="true" />
                Download
              </a>
            </Button>
            {mayWrite && free ? (
              <Button asChild variant="primary">
                <Link href={`/processes/new?document=${document.id}`}>
                  <PenLine className="size-4" aria-hidden="true" />
                  Send for signature
                </Link>
              </Button>
            ) : null}
          </>
        }
      />
      <TestBanner show={document.test_mode} />
      {notice}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <PageColumn url={fileUrl(document.id)} pages={document.pages} text />
        <Section title="Details" className="order-first self-start lg:sticky lg:top-10 lg:order-none">
          <Facts
            rows={[
              { name: 'File', value: document.original_filename },
              { name: 'Size', value: `${pagesOf(document.page_count)}, ${document.size_formatted}` },
              ...folderRow,
              { name: 'Uploaded', value: <Time at={document.created_at} /> },
              ...(document.active_content.length > 0
                ? [{ name: 'Active content', value: activeContentIn(document) }]
                : []),
              ...(document.usage_rights
                ? [{ name: 'Usage rights', value: 'Adobe Reader extensions; any signature voids them' }]
                : []),
              ...(document.created_by ? [{ name: 'By', value: document.created_by.name }] : []),
              {
                name: 'SHA-256',
                value: <code className="font-mono text-xs break-all">{document.sha256}</code>,
              },
            ]}
          />
        </Section>
      </div>
    </PageBody>
  )
}

/** `JavaScript, embedded files`, with a capital letter. */
function activeContentIn({ active_content }: DocumentRecord): string {
  const label = active_content.map((kind) => activeContentLabels[kind]).join(', ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function DeleteButton({ document }: { document: DocumentRecord }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useDelete('documents')
  const router = useRouter()
  const showToast = useToast()
  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        <Trash2 className="size-4" aria-hidden="true" />
        Delete
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete this document?"
        description={`“${document.name}” will be deleted for all users. This cannot be undone.`}
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(document.id, {
            onSuccess: () => {
              showToast('Document deleted.')
              router.push('/documents')
            },
          })
        }
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
