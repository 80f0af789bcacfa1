'use client'

import { Download, PenLine } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import { DocumentMenu } from '#components/documents/document-menu.tsx'
import { useDocumentNotices } from '#components/documents/document-notices.tsx'
import { useDocument } from '#components/documents/document-query.ts'
import { DocumentStatus } from '#components/documents/document-status.tsx'
import { useFolderRow } from '#components/folders/move-folder.tsx'
import { useCan } from '#components/shell/account.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { Time } from '#components/ui/time.tsx'
import { PageColumn } from '#components/viewer/page-column.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

/** The URL of the file. */
function fileUrl(id: number): string {
  return `/api/v1/documents/${id}/download`
}

/** The page of a document. */
export function DocumentPage({ id }: { id: number }) {
  const t = useTranslations('documents')
  const document = useDocument(id)
  const parentLink = { href: '/documents', label: t('title') }
  if (!document.data) return <PageError query={document} title={t('thisDocument')} up={parentLink} />
  return (
    <DocumentDetails document={document.data} up={parentLink} notice={<StaleDataNotice query={document} />} />
  )
}

interface DocumentDetailsProps {
  document: DocumentRecord
  up: { href: string; label: string }
  notice: ReactNode
}

function DocumentDetails({ document, up, notice }: DocumentDetailsProps) {
  const t = useTranslations('documents')
  const router = useRouter()
  const onFailure = useDownloadFailure()
  const mayWrite = useCan('document.write')
  return (
    <PageBody>
      <PageHead
        title={document.name}
        intro={<DocumentStatus status={document.status} />}
        up={up}
        actions={
          <>
            <Button asChild>
              <DownloadLink
                href={fileUrl(document.id)}
                icon={<Download className="size-4 max-sm:hidden" aria-hidden="true" />}
                onFailure={onFailure}
              >
                {t('download')}
              </DownloadLink>
            </Button>
            {mayWrite && document.status === 'uploaded' ? (
              <Button asChild variant="primary">
                <Link href={`/processes/new?document=${document.id}`}>
                  <PenLine className="size-4" aria-hidden="true" />
                  {t('send')}
                </Link>
              </Button>
            ) : null}
            {mayWrite ? (
              <DocumentMenu
                document={document}
                size="icon"
                onDuplicated={(copy) => router.push(`/documents/${copy.id}`)}
                onDeleted={() => router.push('/documents')}
              />
            ) : null}
          </>
        }
      />
      <TestBanner show={document.test_mode} />
      {notice}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <PageColumn url={fileUrl(document.id)} pages={document.pages} text />
        <DocumentFacts document={document} />
      </div>
    </PageBody>
  )
}

function DocumentFacts({ document }: { document: DocumentRecord }) {
  const formatSize = useFileSize()
  const t = useTranslations('documents')
  const common = useTranslations('common')
  const folderRow = useFolderRow({
    kind: 'document',
    record: document,
    isFixed: document.status !== 'uploaded',
  })
  const pages = common('pageCount', { count: document.page_count })
  const documentNotices = useDocumentNotices()(document)
  const activeContent = document.active_content.map((kind) => t(`activeContent.${kind}`)).join(', ')
  return (
    <Section title={t('details')} className="order-first self-start lg:sticky lg:top-10 lg:order-none">
      <Facts
        rows={[
          { name: t('facts.file'), value: document.original_filename },
          { name: common('size'), value: `${pages}, ${formatSize(document.size)}` },
          ...folderRow,
          { name: t('facts.uploaded'), value: <Time at={document.created_at} /> },
          ...(document.standards.length > 0
            ? [{ name: t('facts.standards'), value: document.standards.join(', ') }]
            : []),
          ...documentNotices.map((text) => ({ name: t('facts.signedFile'), value: text })),
          ...(activeContent ? [{ name: t('facts.activeContent'), value: capitalize(activeContent) }] : []),
          ...(document.usage_rights
            ? [{ name: t('facts.usageRights'), value: t('facts.usageRightsText') }]
            : []),
          ...(document.created_by ? [{ name: t('facts.by'), value: document.created_by.name }] : []),
          {
            name: t('facts.sha256'),
            value: <code className="font-mono text-xs break-all">{document.sha256}</code>,
          },
        ]}
      />
    </Section>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
