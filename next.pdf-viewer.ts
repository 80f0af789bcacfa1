/** In place of the viewer of pdf.js, of which react-pdf uses these for links; our pages show none. */
export class EventBus {}
export class SimpleLinkService {}
