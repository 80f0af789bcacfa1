import { Facts } from '#components/ui/card.tsx'
import { SignerDot } from '#components/zones/signer-colors.tsx'
import type { DraftZone } from '#components/zones/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

const actionOfRole = { approver: 'approves', viewer: 'reads', cc: 'gets a copy' }

/** A summary of what sending does. */
export function SendSummary({ process, zones }: { process: ProcessRecord; zones: DraftZone[] }) {
  const { options } = process
  const signing = process.signers.filter(isSigning)
  const rules = [
    options.enable_otp ? 'Each signer confirms a one-time code by email.' : 'No one-time code is required.',
    options.enable_notifications
      ? 'Invitations are sent by email.'
      : 'No emails are sent; you share the links yourself.',
    `It expires after ${options.expires_in_days} days.`,
  ]
  return (
    <>
      <ol className="flex flex-col">
        {process.signers
          .toSorted((a, b) => a.order - b.order)
          .map((signer) => {
            const count = zones.filter((zone) => zone.signerId === signer.id).length
            const role = signer.role === 'signer' ? null : actionOfRole[signer.role]
            return (
              <li
                key={signer.id}
                className="flex items-center gap-3 border-b border-rule py-2.5 last:border-0"
              >
                <span className="figures w-5 text-right text-ink-faint">{signer.order}</span>
                {isSigning(signer) ? (
                  <SignerDot index={signing.indexOf(signer)} />
                ) : (
                  <span className="size-5" />
                )}
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{signer.name}</span>
                  <span className="block truncate text-sm text-ink-soft">{signer.email}</span>
                </span>
                <span className="shrink-0 text-sm text-ink-soft">
                  {role ?? (count === 1 ? '1 zone' : `${count} zones`)}
                </span>
              </li>
            )
          })}
      </ol>
      <Facts
        rows={[
          { name: 'Documents', value: process.documents.map((document) => document.name).join(', ') },
          { name: 'Options', value: rules.join(' ') },
          ...(options.message
            ? [{ name: 'Message', value: <span className="font-serif italic">{options.message}</span> }]
            : []),
        ]}
      />
    </>
  )
}
