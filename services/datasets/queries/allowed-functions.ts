/*
 * What a user's statement may call. A list of what is allowed, not of what is refused: an upgrade of the engine brings
 * functions nobody has looked at, and one of them that reads a file or a variable must not be open because nobody knew.
 * On the list is what turns values into values and nothing else. Not on it, by choice: settings, sequences, variables,
 * logs, sleeping, identifiers of the connection and its statement, catalogs, statements given as text, states of
 * aggregates as bytes, and what only the engine itself calls. A test holds the list against every function of the
 * installed engine, so that each is on this list or on the one of those that were refused.
 */

/** Functions and operators in expressions: scalars, aggregates, window functions and macros. */
export const EXPRESSION_FUNCTIONS: ReadonlySet<string> = new Set(
  `
  !__postfix !~~ !~~* % & && * ** + - ->> / // <-> << <=> <@ >> @ @> ^ ^@ | || ~ ~~ ~~* ~~~
  add subtract multiply divide mod fmod fdiv

  abs acos acosh asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cot degrees even exp factorial floor
  gamma gcd greatest greatest_common_divisor isfinite isinf isnan lcm least least_common_multiple lgamma ln log log10
  log2 nextafter pi pow power radians random round round_even roundbankers setseed sign signbit sin sinh sqrt tan tanh
  trunc xor

  array_extract array_slice ascii bar base64 bit_length char_length character_length chr concat concat_ws contains
  damerau_levenshtein editdist3 ends_with format formatreadabledecimalsize formatreadablesize format_bytes from_base64
  from_binary from_hex hamming hash hex ilike_escape instr jaccard jaro_similarity jaro_winkler_similarity lcase left
  left_grapheme len length length_grapheme levenshtein like_escape lower lpad ltrim md5 md5_number md5_number_lower
  md5_number_upper mismatches nfc_normalize not_ilike_escape not_like_escape octet_length ord parse_dirname
  parse_dirpath parse_filename parse_formatted_bytes parse_path pg_size_pretty position prefix printf regexp_escape
  regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table repeat replace
  reverse right right_grapheme rpad rtrim sha1 sha256 split split_part starts_with str_split str_split_regex string_split
  string_split_regex string_to_array strip_accents strlen strpos substr substring substring_grapheme suffix to_base
  to_base64 to_binary to_hex translate trim ucase unbin unhex unicode upper url_decode url_encode

  age ago century current_date current_localtime current_localtimestamp date_add date_diff date_part date_sub date_trunc
  datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade epoch epoch_ms
  epoch_ns epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date make_time
  make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium millisecond minute month
  monthname nanosecond normalized_interval now quarter second strftime strptime time_bucket timezone timezone_hour
  timezone_minute to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes
  to_months to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp try_strptime week weekday
  weekofyear year yearweek

  aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains
  array_cosine_distance array_cosine_similarity array_cross_product array_distance array_distinct array_dot_product
  array_filter array_grade_up array_has array_has_all array_has_any array_indexof array_inner_product array_intersect
  array_length array_negative_dot_product array_negative_inner_product array_pop_back array_pop_front array_position
  array_prepend array_push_back array_push_front array_reduce array_resize array_reverse array_reverse_sort array_select
  array_sort array_to_string array_to_string_comma_default array_transform array_unique array_value array_where array_zip
  cardinality element_at filter flatten generate_series generate_subscripts grade_up list_aggr list_aggregate
  list_any_value list_append list_apply list_approx_count_distinct list_avg list_bit_and list_bit_or list_bit_xor
  list_bool_and list_bool_or list_cat list_concat list_contains list_cosine_distance list_cosine_similarity list_count
  list_distance list_distinct list_dot_product list_element list_entropy list_extract list_filter list_first
  list_grade_up list_has list_has_all list_has_any list_histogram list_indexof list_inner_product list_intersect
  list_kurtosis list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode list_negative_dot_product
  list_negative_inner_product list_pack list_position list_prepend list_product list_reduce list_resize list_reverse
  list_reverse_sort list_select list_sem list_skewness list_slice list_sort list_stddev_pop list_stddev_samp
  list_string_agg list_sum list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip range
  reduce unnest unpivot_list

  map map_concat map_contains map_contains_entry map_contains_value map_entries map_extract map_extract_value
  map_from_entries map_keys map_values remap_struct row struct_concat struct_contains struct_extract struct_extract_at
  struct_has struct_indexof struct_insert struct_keys struct_pack struct_position struct_update struct_values
  union_extract union_tag union_value

  array_to_json from_json from_json_strict json json_array json_array_length json_contains json_exists json_extract
  json_extract_path json_extract_path_text json_extract_string json_keys json_merge_patch json_object json_pretty
  json_quote json_structure json_transform json_transform_strict json_type json_valid json_value row_to_json to_json

  bin bit_position bitstring decode encode get_bit set_bit
  enum_code enum_first enum_last enum_range enum_range_boundary get_type pg_typeof typeof can_cast_implicitly
  cast_to_type replace_type constant_or_null error nullif switch version
  gen_random_uuid uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7
  equi_width_bins is_histogram_other_bin

  any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_max_nulls_last arg_min
  arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or bit_xor bitstring_agg bool_and bool_or corr
  count count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean geometric_mean group_concat
  histogram histogram_exact json_group_array json_group_object json_group_structure kahan_sum kurtosis kurtosis_pop last
  list listagg mad max max_by mean median min min_by mode product quantile quantile_cont quantile_disc regr_avgx regr_avgy
  regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy reservoir_quantile sem skewness stddev
  stddev_pop stddev_samp string_agg sum sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg

  cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense row_number
  `
    .trim()
    .split(/\s+/),
);

/** Functions in FROM that make rows out of their arguments alone. */
export const ROW_FUNCTIONS: ReadonlySet<string> = new Set(
  'generate_series json_each json_tree range repeat repeat_row unnest'.split(' '),
);

/** Functions in FROM that read files, with the options that each may be given. */
export const FILE_READERS: ReadonlyMap<string, ReadonlySet<string>> = readers();

/*
 * Left out of the options: what looks for further files or takes values out of their paths (hive_partitioning,
 * hive_types, files_to_sniff), what makes tables (store_rejects and its kin), what sizes memory (buffer_size) and what
 * would need an extension or a key (encoding, encryption_config).
 */
function readers(): Map<string, ReadonlySet<string>> {
  const csv = new Set(
    `all_varchar allow_quoted_nulls auto_detect auto_type_candidates column_names column_types columns comment compression
    dateformat decimal_separator delim dtypes escape filename force_not_null header ignore_errors
    max_line_size maximum_line_size names new_line normalize_names null_padding nullstr parallel quote sample_size
    sep skip strict_mode thousands timestampformat types union_by_name`.split(/\s+/),
  );
  const json = new Set(
    `auto_detect columns compression convert_strings_to_integers dateformat date_format field_appearance_threshold filename format
    ignore_errors map_inference_threshold maximum_depth maximum_object_size records sample_size timestampformat
    timestamp_format union_by_name`.split(/\s+/),
  );
  const parquet = new Set('binary_as_string file_row_number filename union_by_name'.split(' '));
  const jsonReaders = `read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto
    read_ndjson_objects`.split(/\s+/);
  return new Map([
    ...['read_csv', 'read_csv_auto'].map((name) => [name, csv] as const),
    ...jsonReaders.map((name) => [name, json] as const),
    ...['read_parquet', 'parquet_scan'].map((name) => [name, parquet] as const),
  ]);
}
