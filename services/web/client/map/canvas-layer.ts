import { DomUtil, type LatLng, Layer, type Map as LeafletMap, type Point, type ZoomAnimEvent } from 'leaflet';

/** Painted beyond each edge of the view, in views: a pan shows no empty edge before it ends. */
const PADDING = 0.35;

/** What a layer paints on: coordinates are CSS pixels from the top left corner of the canvas. */
export interface View {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Web Mercator at zoom 0 (0 to 256) becomes pixels by `scale` and `offset`: x * scale - offsetX. */
  readonly scale: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly ratio: number;
  readonly zoom: number;
}

/**
 * A layer of Leaflet on one canvas, painted anew when the view has changed; while it is dragged or zoomed the painted
 * picture moves along. For what Leaflet's own renderer would hold as thousands of objects.
 */
export abstract class CanvasLayer extends Layer {
  readonly #canvas = document.createElement('canvas');
  readonly #className: string;
  readonly #pane: string;
  #map: LeafletMap | null = null;
  #center: LatLng | null = null;
  #zoom = 0;
  #frame = 0;

  /** @param pane of the map that it lies in */
  constructor(className: string, pane = 'overlayPane') {
    super();
    this.#className = className;
    this.#pane = pane;
  }

  /** Paints what is in view. */
  protected abstract paint(view: View): void;

  /** Paints again in the next frame, where something other than the view has changed. */
  repaint(): void {
    if (this.#frame !== 0 || this.#map === null) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#reset();
    });
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    this.#canvas.className = `leaflet-zoom-animated ${this.#className}`;
    this.#canvas.setAttribute('aria-hidden', 'true');
    map.getPane(this.#pane)?.append(this.#canvas);
    this.#reset();
    return this;
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#canvas.remove();
    this.#map = null;
    return this;
  }

  override getEvents(): ReturnType<NonNullable<Layer['getEvents']>> {
    return {
      viewreset: () => this.#reset(),
      moveend: () => this.#reset(),
      move: () => this.#followFarPan(),
      zoom: () => this.#map !== null && this.#transform(this.#map.getCenter(), this.#map.getZoom()),
      zoomanim: (event) => {
        const { center, zoom } = event as unknown as ZoomAnimEvent;
        this.#transform(center, zoom);
      },
    };
  }

  #reset(): void {
    const map = this.#map;
    const context = this.#canvas.getContext('2d');
    if (map === null || context === null) return;
    const size = map.getSize();
    const pad = size.multiplyBy(PADDING).round();
    const [width, height] = [size.x + 2 * pad.x, size.y + 2 * pad.y];
    const ratio = Math.min(window.devicePixelRatio, 2);
    if (this.#canvas.width !== Math.round(width * ratio) || this.#canvas.height !== Math.round(height * ratio)) {
      this.#canvas.width = Math.round(width * ratio);
      this.#canvas.height = Math.round(height * ratio);
      this.#canvas.style.width = `${width}px`;
      this.#canvas.style.height = `${height}px`;
    }
    this.#center = map.getCenter();
    this.#zoom = map.getZoom();
    const corner = map.containerPointToLayerPoint(pad.multiplyBy(-1)).round();
    DomUtil.setTransform(this.#canvas, corner, 1);
    const origin = map.getPixelOrigin().add(corner);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const scale = 2 ** this.#zoom;
    const view = { context, width, height, scale, offsetX: origin.x, offsetY: origin.y, ratio, zoom: this.#zoom };
    this.paint(view);
  }

  /** A pan by more than the padding is painted before it ends. */
  #followFarPan(): void {
    const map = this.#map;
    if (map === null || this.#center === null || map.getZoom() !== this.#zoom) return;
    const size = map.getSize();
    const moved = map.latLngToContainerPoint(this.#center).subtract(size.divideBy(2));
    if (Math.abs(moved.x) > size.x * PADDING || Math.abs(moved.y) > size.y * PADDING) this.repaint();
  }

  /** Moves and scales the painted picture to where it belongs in another view. */
  #transform(center: LatLng, zoom: number): void {
    const map = this.#map;
    if (map === null || this.#center === null) return;
    const scale = map.getZoomScale(zoom, this.#zoom);
    const half = map.getSize().multiplyBy(0.5 + PADDING);
    const corner = half
      .multiplyBy(-scale)
      .add(map.project(this.#center, zoom))
      .subtract(originAt(map, center, zoom));
    DomUtil.setTransform(this.#canvas, corner, scale);
  }
}

/** Pixel that the layers' coordinates count from in a view to come. */
function originAt(map: LeafletMap, center: LatLng, zoom: number): Point {
  const pane = map.getPane('mapPane');
  const moved = pane === undefined ? map.containerPointToLayerPoint([0, 0]).multiplyBy(-1) : DomUtil.getPosition(pane);
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(moved).round();
}
