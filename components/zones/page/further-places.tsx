import { cx } from '#components/ui/cx.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import type { ZoneDrag } from '#components/zones/page/use-zone-drag.ts'
import { signerColor } from '#components/zones/signer-colors.tsx'
import { widgetBox } from '#lib/processes/fields/layout'

interface FurtherPlacesProps {
  editor: Editor
  drag: ZoneDrag
  documentId: number
  /** The number of the page. */
  page: number
  scale: number
}

/** The further places of zones on a page. The buttons on the page of their zone are drawn in it. */
export function FurtherPlaces({ editor, drag, documentId, page, scale }: FurtherPlacesProps) {
  return editor.zones
    .map((zone) => drag.preview?.zones.get(zone.key) ?? zone)
    .filter((zone) => zone.documentId === documentId && (zone.type !== 'radio' || zone.page !== page))
    .flatMap((zone) =>
      (zone.layout.widgets ?? [])
        .map((widget, index) => ({ zone, index, page: widget.page, box: widgetBox(zone, widget) }))
        .filter((place) => place.page === page),
    )
    .map(({ zone, index, box }) => (
      <span
        key={`${zone.key} ${index}`}
        aria-hidden="true"
        className={cx(
          'signer-tint pointer-events-none absolute rounded-[1px] border border-dashed opacity-60',
          editor.selection.has(zone.key) && 'ring-1 ring-(--signer)',
        )}
        style={{
          ...signerColor(editor.signers.findIndex(({ id }) => id === zone.signerId)),
          left: box.x * scale,
          top: box.y * scale,
          width: box.width * scale,
          height: box.height * scale,
        }}
      />
    ))
}
