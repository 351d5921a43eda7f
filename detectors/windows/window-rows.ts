/** What the windows held of some stations, as they hold it: to be kept on disk and put back. */
export interface WindowRows {
  /** [station][slot mod capacity][variable]; NaN missing, Infinity impossible. */
  readonly values: Float32Array;
  /** [station][slot mod capacity]: distance of the report from the centre of its slot [ms], ABSENT where there is none. */
  readonly offsets: Int32Array;
  /** Newest slot of each station, ABSENT where it never reported. */
  readonly newest: Int32Array;
  /** [station][slot mod capacity]: rain counts [mm], NaN where there is none; empty where no station counts. */
  readonly counts: Float64Array;
  /** [station][slot mod capacity]: minutes that an amount of rain is of, 0 where nobody says; empty where nobody does. */
  readonly intervals: Uint8Array;
  /** 1 for a station that reports more often than the slots have room for: its reports beside them are none of this. */
  readonly dense: Uint8Array;
}
