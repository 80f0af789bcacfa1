import { Download, Package } from 'lucide-react'
import { namesOf } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import { Badge, Tag, type Tone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { RowLink } from '#components/ui/data-table.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { VaultMenu } from '#components/vault/vault-menu.tsx'
import type { VaultRecord } from '#lib/vault/schema'

const states: Record<VaultRecord['status'], { label: string; tone: Tone; hollow?: boolean }> = {
  active: { label: 'active', tone: 'good' },
  archived: { label: 'archived', tone: 'plain', hollow: true },
  expiring: { label: 'ends soon', tone: 'warn' },
  expired: { label: 'retention expired', tone: 'warn', hollow: true },
}

/** The columns of the vault. */
export const vaultColumns: Column<VaultRecord>[] = [
  {
    head: 'Name',
    sort: 'name',
    cell: (document) => (
      <>
        <RowLink href={`/processes/${document.process_id}`} name={document.name}>
          <TestTag show={document.test_mode} />
          {document.legal_hold.on ? <Tag tone="warn">LEGAL HOLD</Tag> : null}
        </RowLink>
        <span className="block truncate text-sm text-ink-soft">Signed by {namesOf(document.signers)}</span>
        {document.legal_hold.reason ? (
          <span className="block truncate text-sm text-ink-soft" title={document.legal_hold.reason}>
            Hold: {document.legal_hold.reason}
          </span>
        ) : null}
        {document.tags.length > 0 ? (
          <span className="mt-1 flex flex-wrap gap-1.5">
            {document.tags.map((tag) => (
              <Tag key={tag} className="max-w-48 truncate">
                {tag}
              </Tag>
            ))}
          </span>
        ) : null}
      </>
    ),
  },
  {
    head: 'Signed',
    sort: '-signed_at',
    className: 'text-sm text-ink-soft sm:w-32',
    cell: ({ signed_at }) => <Time at={signed_at} show="day" />,
  },
  {
    head: 'Size',
    sort: '-size',
    phone: 'hidden',
    className: 'figures text-sm text-ink-soft sm:w-24',
    cell: ({ size_formatted }) => size_formatted,
  },
  {
    head: 'Status',
    phone: 'beside',
    className: 'sm:w-36',
    cell: ({ status }) => {
      const { label, ...badge } = states[status]
      return <Badge {...badge}>{label}</Badge>
    },
  },
  {
    head: 'Files',
    quiet: true,
    className: 'sm:w-64',
    cell: (document) => (
      <span className="relative z-10 mt-1 flex gap-2 sm:mt-0 sm:justify-end">
        <Button asChild size="sm">
          <a
            href={`/api/v1/vault/documents/${document.id}/package`}
            download
            aria-label={`Package of ${document.name}`}
          >
            <Package className="size-4" aria-hidden="true" />
            Package
          </a>
        </Button>
        <Button asChild size="sm">
          <a
            href={`/api/v1/vault/documents/${document.id}/download`}
            download
            aria-label={`Signed PDF of ${document.name}`}
          >
            <Download className="size-4" aria-hidden="true" />
            PDF
          </a>
        </Button>
        <VaultMenu document={document} />
      </span>
    ),
  },
]
