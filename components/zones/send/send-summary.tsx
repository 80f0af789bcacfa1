'use client'

import { useTranslations } from 'use-intl'
import { useConfirmationRow } from '#components/processes/confirmation-row.ts'
import { Facts } from '#components/ui/card.tsx'
import { type DraftZone, getLabel } from '#components/zones/model/zone-model.ts'
import { SignerDot } from '#components/zones/signer-colors.tsx'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

/** A summary of what sending does. */
export function SendSummary({ process, zones }: { process: ProcessRecord; zones: DraftZone[] }) {
  const t = useTranslations('zones.summary')
  const roleTexts = useTranslations('processes.roles')
  const levels = useTranslations('processes.form.details.levels')
  const { options } = process
  const confirmationRow = useConfirmationRow(process.signers, options)
  const signing = process.signers.filter(isSigning)
  const rules = [
    t(options.enable_notifications ? 'emails' : 'noEmails'),
    ...(options.allow_delegation ? [t('delegation')] : []),
    t('expires', { count: options.expires_in_days }),
  ]
  return (
    <>
      <ol className="flex flex-col">
        {process.signers
          .toSorted((a, b) => a.order - b.order)
          .map((signer) => {
            const count = zones.filter((zone) => zone.signerId === signer.id).length
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
                  <span className="block truncate text-sm text-ink-soft">
                    {[
                      signer.email,
                      ...(signer.otp ? [t(`codes.${signer.otp}`)] : []),
                      ...(signer.signature_level === 'simple' ? [] : [levels(signer.signature_level)]),
                    ].join(' · ')}
                  </span>
                </span>
                <span className="shrink-0 text-sm text-ink-soft">
                  {signer.role === 'signer' ? t('zones', { count }) : roleTexts(signer.role)}
                </span>
              </li>
            )
          })}
      </ol>
      <FieldsByPage process={process} zones={zones} />
      <Facts
        rows={[
          { name: t('documents'), value: process.documents.map((document) => document.name).join(', ') },
          confirmationRow,
          { name: t('options'), value: rules.join(' ') },
          ...(options.message
            ? [{ name: t('message'), value: <span className="font-serif italic">{options.message}</span> }]
            : []),
        ]}
      />
    </>
  )
}

/** All fields that are sent, by document, page and signer. */
function FieldsByPage({ process, zones }: { process: ProcessRecord; zones: DraftZone[] }) {
  const t = useTranslations('zones')
  const getName = (signerId: number) => process.signers.find(({ id }) => id === signerId)?.name ?? ''
  const documents = process.documents.toSorted((a, b) => a.order - b.order)
  return (
    <details>
      <summary className="cursor-pointer text-accent">
        {t('summary.allFields', { count: zones.length })}
      </summary>
      {documents.map((document) => {
        const ofDocument = zones.filter(({ documentId }) => documentId === document.id)
        const pages = [...Map.groupBy(ofDocument, ({ page }) => page)].toSorted(([a], [b]) => a - b)
        return (
          <section key={document.id} className="mt-3">
            <h3 className="font-medium break-words">{document.name}</h3>
            {pages.length === 0 ? <p className="text-sm text-ink-soft">{t('summary.noFields')}</p> : null}
            <ul className="mt-1 flex flex-col gap-1 text-sm text-ink-soft">
              {pages.flatMap(([page, onPage]) =>
                [...Map.groupBy(onPage, ({ signerId }) => signerId)].map(([signerId, ofSigner]) => (
                  <li key={`${page} ${signerId}`} className="break-words">
                    {t('summary.onPage', {
                      page,
                      name: getName(signerId),
                      fields: ofSigner.map((zone) => getLabel(zone, t)).join(', '),
                    })}
                  </li>
                )),
              )}
            </ul>
          </section>
        )
      })}
    </details>
  )
}
