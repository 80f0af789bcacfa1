'use client'

import { Download, Package } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import { useCan } from '#components/shell/account.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import { ArchiveButton } from '#components/vault/archive-button.tsx'
import { useVaultDocument } from '#components/vault/queries.ts'
import { TagEditor } from '#components/vault/tag-editor.tsx'
import { VaultFacts } from '#components/vault/vault-facts.tsx'
import { VaultMenu } from '#components/vault/vault-menu.tsx'
import { VaultStatus } from '#components/vault/vault-status.tsx'
import { Verification } from '#components/vault/verification.tsx'
import { PageColumn } from '#components/viewer/page-column.tsx'
import type { VaultDetailRecord } from '#lib/vault/schema'

interface VaultDocumentPageProps {
  id: number
  /** The URL of the texts of `/verify`. */
  verifyTextsUrl: string
}

/** The page of a vault document. */
export function VaultDocumentPage({ id, verifyTextsUrl }: VaultDocumentPageProps) {
  const t = useTranslations('vault')
  const document = useVaultDocument(id)
  const parentLink = { href: '/vault', label: t('title') }
  if (!document.data) return <PageError query={document} title={t('thisDocument')} up={parentLink} />
  return (
    <VaultDocument
      document={document.data}
      up={parentLink}
      notice={<StaleDataNotice query={document} />}
      verification={<Verification id={id} textsUrl={verifyTextsUrl} />}
    />
  )
}

interface VaultDocumentProps {
  document: VaultDetailRecord
  up: { href: string; label: string }
  notice: ReactNode
  verification: ReactNode
}

function VaultDocument({ document, up, notice, verification }: VaultDocumentProps) {
  const t = useTranslations('vault')
  const onFailure = useDownloadFailure()
  const router = useRouter()
  const mayWrite = useCan('vault.write')
  const url = `/api/v1/vault/documents/${document.id}`
  return (
    <PageBody>
      <PageHead
        title={document.name}
        intro={
          <span className="flex flex-wrap items-center gap-3">
            <VaultStatus document={document} />
            {document.legal_hold.on ? <Tag tone="warn">{t('hold.tag')}</Tag> : null}
          </span>
        }
        up={up}
        actions={
          <>
            <VaultMenu document={document} onDeleted={() => router.push('/vault')} />
            {mayWrite ? <ArchiveButton document={document} /> : null}
            <Button asChild>
              <DownloadLink
                href={`${url}/package`}
                icon={<Package className="size-4" aria-hidden="true" />}
                onFailure={onFailure}
              >
                {t('package')}
              </DownloadLink>
            </Button>
            <Button asChild variant="primary">
              <DownloadLink
                href={`${url}/download`}
                icon={<Download className="size-4" aria-hidden="true" />}
                onFailure={onFailure}
              >
                {t('pdf')}
              </DownloadLink>
            </Button>
          </>
        }
      />
      <TestBanner show={document.test_mode} />
      {notice}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* The file prints its pages itself. */}
        <div className="print:hidden">
          <PageColumn url={`${url}/download`} pages={document.pages} text />
        </div>
        <div className="order-first flex flex-col gap-8 self-start lg:order-none">
          {verification}
          <Section title={t('signers')}>
            <ul className="divide-y divide-rule">
              {document.signers.map((signer) => (
                <li key={signer.email} className="py-2">
                  <p className="font-medium">{signer.name}</p>
                  <p className="truncate text-sm text-ink-soft" title={signer.email}>
                    {signer.email}
                  </p>
                  {signer.signed_at ? (
                    <p className="text-sm text-ink-soft">
                      <Time at={signer.signed_at} />
                    </p>
                  ) : null}
                </li>
              ))}
            </ul>
          </Section>
          <TagEditor document={document} mayWrite={mayWrite} />
          <VaultFacts document={document} />
        </div>
      </div>
    </PageBody>
  )
}
