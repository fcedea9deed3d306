"""Messages with the digits of their numbers that count, so that two that came about in different ways compare equal."""

_DIGITS = {"TYPE_FLOAT": 6, "TYPE_DOUBLE": 7}


def normalize_number_fields(message):
    """Rounds floats to 6 and doubles to 7 digits behind the point, in messages within it as well; returns the message."""
    for field, value in message.ListFields():
        kind = field.message_type
        if kind is not None and kind.GetOptions().map_entry:
            _normalize_map(kind.fields_by_name["value"], value)
        elif kind is not None:
            for one in [value] if hasattr(value, "ListFields") else value:
                normalize_number_fields(one)
        elif _digits(field) is not None:
            if isinstance(value, float):
                setattr(message, field.name, round(value, _digits(field)))
            else:
                value[:] = [round(one, _digits(field)) for one in value]
    return message


def _normalize_map(field, values):
    for key in values:
        if field.message_type is not None:
            normalize_number_fields(values[key])
        elif _digits(field) is not None:
            values[key] = round(values[key], _digits(field))


def _digits(field):
    return {getattr(field, name): digits for name, digits in _DIGITS.items()}.get(field.type)
