/** What was written into a form, by the names of its fields; of several choices the chosen ones by commas. */
export type Values = Readonly<Record<string, string>>;
