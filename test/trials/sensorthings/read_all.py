# Reads a whole network by SensorThings with a client that others wrote, and writes what it saw as JSON lines:
#   python read_all.py frost|stapy URL FROM TO
# one line for each value: [station, variable, time, value, QARTOD flag].
import json
import sys

client, url, start, end = sys.argv[1:]
root = f"{url}/sensorthings/v1.1"
between = f"phenomenonTime ge {start} and phenomenonTime lt {end}"


def told(datastream, time, value, quality):
    _network, station, variable = datastream.split(".")
    print(json.dumps([station, variable, time, value, quality[0]["result"]]))


def frost():
    import frost_sta_client as fsc

    service = fsc.SensorThingsService(root)
    for thing in service.things().query().filter("properties/network eq 'demo'").top(2).list():
        for datastream in thing.get_datastreams().query().list():
            values = datastream.get_observations().query().filter(between).orderby("phenomenonTime", "asc").top(50)
            for one in values.list():
                told(datastream.id, one.phenomenon_time, one.result, one.result_quality)


def stapy():
    from stapy import Entity, Query, set_sta_url

    set_sta_url(f"{root}/")
    ids = Query(Entity.Datastream).filter("properties/network eq 'demo'").select("@iot.id").limit(7).get_data_sets()
    for datastream in ids:
        values = Query(Entity.Datastream).entity_id(f"'{datastream}'").sub_entity(Entity.Observation)
        found = values.filter(between).select("phenomenonTime", "result", "resultQuality").limit(50).get_data_sets()
        for row in zip(*found):
            told(datastream, *row)


{"frost": frost, "stapy": stapy}[client]()
