'use client'

import { RadioGroup } from 'radix-ui'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { SignerDot } from '#components/zones/signer-colors.tsx'

/** Selects the signer of the next field. */
export function SignerPicker({ editor }: { editor: Editor }) {
  const t = useTranslations('zones')
  return (
    <RadioGroup.Root
      aria-label={t('signerForNew')}
      value={String(editor.signerId)}
      onValueChange={(id) => editor.setSignerId(Number(id))}
      // The field types below stay on the screen, however many signers there are.
      className="-mx-2 flex max-h-[max(10rem,calc(100dvh-34rem))] flex-col overflow-y-auto px-2"
    >
      {editor.signers.map((signer, index) => {
        const count = editor.zones.filter((zone) => zone.signerId === signer.id).length
        return (
          <RadioGroup.Item
            key={signer.id}
            value={String(signer.id)}
            title={signer.email ? `${signer.name}, ${signer.email}` : signer.name}
            className={cx(
              'flex min-h-10 items-center gap-2.5 rounded-md border border-transparent px-2 text-left',
              'hover:bg-well data-[state=checked]:border-rule-strong data-[state=checked]:bg-card data-[state=checked]:font-medium',
            )}
          >
            <SignerDot index={index} />
            <span className="min-w-0 flex-1 truncate">{signer.name}</span>
            <span className="figures text-sm font-normal text-ink-soft">
              <span className="sr-only">{`${t('fieldsOfSigner')} `}</span>
              {count}
            </span>
          </RadioGroup.Item>
        )
      })}
    </RadioGroup.Root>
  )
}
