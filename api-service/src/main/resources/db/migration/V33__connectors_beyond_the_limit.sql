-- Earlier releases stored every connector that a charger invented. 256 of a charger stay, those with the smallest numbers.
LOCK TABLE connector_states IN SHARE ROW EXCLUSIVE MODE;

DELETE FROM connector_states known
USING (SELECT organisation_id, charge_box_id, connector_id,
           row_number() OVER (PARTITION BY organisation_id, charge_box_id ORDER BY connector_id) AS place
       FROM connector_states) numbered
WHERE numbered.place > 256 AND known.organisation_id = numbered.organisation_id
    AND known.charge_box_id = numbered.charge_box_id AND known.connector_id = numbered.connector_id;
